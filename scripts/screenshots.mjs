// `npm run screenshots`: runs the built mm with a scripted model and draws what its window shows, for the README and the
// docs. Options: names of the pictures to draw (default: all).
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./install.mjs";
import { openScreen } from "./screen/open-screen.mjs";
import { LOOKS, toSvg } from "./screen/to-svg.mjs";

const MM = `${root}packages/cli/dist/bin.js`;
const OUT = `${root}docs/images`;
const COLS = 92;
const ROWS = 30;

const FILES = {
  "src/duration.js": [
    'const pad = (n) => String(n).padStart(2, "0");',
    "",
    "/** Seconds as `h:mm:ss`, or `m:ss` below an hour. */",
    "export function formatDuration(seconds) {",
    "  const hours = Math.floor(seconds / 3600);",
    "  const minutes = Math.floor(seconds / 60) % 60;",
    "  const rest = seconds % 60;",
    "  if (hours > 0) return `${hours}:${pad(minutes)}:${pad(rest)}`;",
    "  return `${minutes}:${rest}`;",
    "}",
    "",
  ].join("\n"),
};
const READ = {
  text: "I'll look at the code first.",
  tools: [{ name: "read_file", input: { path: "src/duration.js" } }],
};
const EDIT = {
  text: "The branch without hours forgets `pad`.",
  tools: [
    {
      name: "edit_file",
      input: {
        path: "src/duration.js",
        edits: [{ old: "return `${minutes}:${rest}`;", new: "return `${minutes}:${pad(rest)}`;" }],
      },
    },
  ],
};
const DONE = {
  text: [
    "Fixed: below an hour the seconds are padded now, as they are above one.",
    "",
    "```js",
    'formatDuration(65); // "1:05"',
    'formatDuration(3665); // "1:01:05"',
    "```",
  ].join("\n"),
  usage: { input: 4120, output: 260 },
};
const ASK = "Why does formatDuration(65) give 1:5? Fix it.";

/** Each picture: how mm starts, and what is done until the screen shows what is wanted. */
const PICTURES = {
  window: { turns: [EDIT, DONE], args: ["--yolo"], play: answered },
  light: {
    turns: [EDIT, DONE],
    args: ["--yolo"],
    config: "theme: light\n",
    look: "light",
    play: answered,
  },
  permission: {
    turns: [READ, EDIT, DONE],
    args: ["--mode", "ask"],
    async play(screen) {
      await send(screen, ASK);
      await screen.waitFor("edit_file");
    },
  },
  sessions: {
    turns: [DONE],
    args: ["--yolo"],
    earlier: [
      ["2026-05-04T09:12", "Why does formatDuration(65) give 1:5? Fix it."],
      ["2026-05-06T14:40", "Write tests for the duration module"],
      ["2026-05-07T10:05", "What would it take to drop the build step?"],
      ["2026-05-08T16:31", "Review the last commit"],
    ],
    async play(screen) {
      await screen.waitFor("Ctrl-D leaves");
      screen.type("\x13");
      await screen.waitFor("Review the last commit");
    },
  },
};

async function send(screen, text) {
  await screen.waitFor("Ctrl-D leaves");
  await screen.quiet();
  screen.type(text);
  await screen.waitFor(text.slice(0, 20));
  screen.type("\r");
}

async function answered(screen) {
  await send(screen, ASK);
  await screen.waitFor("1:01:05");
}

const wanted = process.argv.slice(2);
mkdirSync(OUT, { recursive: true });
for (const [name, picture] of Object.entries(PICTURES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const home = mkdtempSync(join(tmpdir(), "mm-shot-"));
  try {
    const cwd = join(home, "clock");
    put(cwd, { ...FILES, "demo.json": JSON.stringify({ turns: picture.turns }) });
    put(home, { ".config/mm/config.yaml": picture.config ?? "" });
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      TZ: "UTC",
      LANG: "C.UTF-8",
      MM_PROBE: "off",
      COLORTERM: "truecolor",
      ...(picture.look === "light" ? { COLORFGBG: "0;15" } : {}),
    };
    const model = ["--provider", "scripted", "--model", "demo.json"];
    for (const [at, prompt] of picture.earlier ?? []) earlier({ home, cwd, env, model, at, prompt });
    const screen = openScreen({ args: [MM, ...model, ...picture.args], cwd, env, cols: COLS, rows: ROWS });
    await picture.play(screen);
    await screen.quiet(500);
    const svg = toSvg(screen.terminal, LOOKS[picture.look ?? "dark"]);
    await screen.close();
    writeFileSync(join(OUT, `${name}.svg`), svg);
    console.log(`docs/images/${name}.svg  ${(svg.length / 1024).toFixed(1)} KiB`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function put(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** A session of an earlier day: a real one, with its times moved. */
function earlier({ home, cwd, env, model, at, prompt }) {
  const run = spawnSync(process.execPath, [MM, "-p", prompt, ...model, "--yolo"], {
    cwd,
    env,
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const folder = join(home, ".local/state/mm/sessions");
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, String(name));
    if (!file.endsWith(".jsonl")) continue;
    const text = readFileSync(file, "utf8");
    const today = new Date().toISOString().slice(0, 10);
    writeFileSync(file, text.replaceAll(new RegExp(`"at":"${today}T\\d\\d:\\d\\d`, "g"), `"at":"${at}`));
  }
}

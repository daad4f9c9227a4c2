// `npm run bench:window`: what the window costs. A flood of deltas into a long conversation (frames, full clears, echo of
// keys, memory), the first frame against a bare program of the terminal library, and the processor while nothing happens.
// Options: --runs <n> for the first frame, --no-gate, --only flood|start|idle.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { root } from "./install.mjs";
import { openScreen } from "./screen/open-screen.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "7" },
    "no-gate": { type: "boolean" },
    only: { type: "string" },
  },
});
const MM = `${root}packages/cli/dist/bin.js`;
const FRAME_MS = 1000 / 30;
const BLOCKS = 10_000;
const DELTAS = 20_000;
const COLS = 100;
const ROWS = 32;

const home = mkdtempSync(join(tmpdir(), "mm-bench-"));
const env = {
  PATH: process.env.PATH,
  HOME: home,
  LANG: "C.UTF-8",
  TERM: "xterm-256color",
  COLORTERM: "truecolor",
  MM_PROBE: "off",
};
const server = spawn(process.execPath, [`${root}scripts/bench/flood-server.mjs`], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...env, DELTAS: String(DELTAS) },
});
const port = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(Number(text))));
const model = ["--base-url", `http://127.0.0.1:${port}/v1`, "-m", "bench", "--yolo"];
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const part = (list, share) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))];

const rows = [];
const add = (what, figure, goal, good) => rows.push({ what, figure, goal, good });
try {
  const only = (name) => values.only === undefined || values.only === name;
  if (only("flood")) await flood();
  if (only("start")) await start();
  if (only("idle")) await idle();
} finally {
  server.kill();
  rmSync(home, { recursive: true, force: true });
}
console.log(`Node ${process.version}, ${COLS} by ${ROWS}\n`);
console.log(`${"what".padEnd(50)} | ${"figure".padStart(16)} | ${"goal".padStart(12)} |`);
for (const { what, figure, goal, good } of rows)
  console.log(
    `${what.padEnd(50)} | ${figure.padStart(16)} | ${goal.padStart(12)} | ${good ? "ok" : "MISSED"}`,
  );
if (rows.some((row) => !row.good) && !values["no-gate"]) process.exit(1);

function open(args) {
  return openScreen({ args: [MM, ...args], cwd: home, env, cols: COLS, rows: ROWS });
}

async function flood() {
  longSession();
  const screen = open([...model, "--continue"]);
  try {
    await screen.waitFor("@ openai");
    await screen.waitFor(/answer \d+ of the bench/);
    await screen.quiet(500, 10_000);
    const before = screen.state.raw.length;
    screen.type("flood\r");
    await screen.waitFor(/word\d+/);
    const from = performance.now();
    const begun = screen.state.raw.length;
    const echoes = [];
    let typed = "";
    let most = 0;
    // One key at a time: its echo is the first output that holds the letter where the draft stands.
    for (let at = 0; !screen.state.raw.includes("THE-END", before) && at < COLS - 10; at += 1) {
      const letter = String.fromCharCode(97 + (at % 26));
      typed += letter;
      echoes.push(await echoOf(screen, letter, typed));
      most = Math.max(most, rss(screen.pid));
      // Nine keys a second: somebody who types fast.
      await sleep(110);
    }
    await screen.until(() => screen.state.raw.includes("THE-END", before), "the end of the flood", 60_000);
    const seconds = (performance.now() - from) / 1000;
    const raw = screen.state.raw.slice(begun);
    await screen.quiet(300, 3000);
    const frames = raw.split("\x1b[?2026h").length - 1;
    // oxlint-disable-next-line no-control-regex
    const clears = raw.match(/\x1b\[[23]J|\x1b\[\?1049/g)?.length ?? 0;
    const shown = screen.lines().join("\n").includes(typed);
    const label = `${DELTAS} deltas, ${BLOCKS} blocks`;
    add(`${label}: frames/s, with keys`, (frames / seconds).toFixed(1), "<= 30", frames / seconds <= 30);
    add(`${label}: full clears`, String(clears), "0", clears === 0);
    add(
      `${label}: echo of a key, p95`,
      `${part(echoes, 0.95).toFixed(1)} ms`,
      `< ${FRAME_MS.toFixed(0)} ms`,
      part(echoes, 0.95) < FRAME_MS,
    );
    add(`${label}: keys shown`, shown ? `all ${typed.length}` : "some lost", "all", shown);
    add(`${label}: memory`, `${most.toFixed(0)} MiB`, "< 150 MiB", most < 150);
    add(`${label}: bytes per frame`, `${(raw.length / frames / 1024).toFixed(1)} KiB`, "", true);
  } finally {
    await screen.close();
  }
}

function echoOf(screen, letter, typed) {
  const tail = typed.slice(-8);
  return new Promise((resolve) => {
    const start = performance.now();
    let seen = "";
    const listener = (data) => {
      seen += data;
      if (!seen.includes(tail)) return;
      screen.offData(listener);
      resolve(performance.now() - start);
    };
    screen.onData(listener);
    screen.type(letter);
    setTimeout(() => {
      screen.offData(listener);
      resolve(performance.now() - start);
    }, 1000);
  });
}

/** A session of so many blocks: one real turn, and its records again under other ids. */
function longSession() {
  const run = spawnSync(process.execPath, [MM, "-p", "start", ...model], {
    cwd: home,
    env: { ...env, DELTAS: "1" },
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const folder = join(home, ".local/state/mm/sessions");
  const name = readdirSync(folder, { recursive: true }).find((one) => String(one).endsWith(".jsonl"));
  const file = join(folder, String(name));
  const records = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [user, assistant, end] = ["user", "assistant", "end"].map((type) =>
    records.find((record) => record.type === type),
  );
  let parent = records.at(-1).id;
  let text = "";
  const push = (record) => {
    const id = randomBytes(6).toString("hex");
    text += `${JSON.stringify({ ...record, id, parent })}\n`;
    parent = id;
  };
  for (let at = 1; at <= BLOCKS / 2; at += 1) {
    push({ ...user, prompt: `question ${at}`, blocks: [{ type: "text", text: `question ${at}` }] });
    push({
      ...assistant,
      messageId: `m${at}`,
      raw: undefined,
      blocks: [{ type: "text", text: `answer ${at} of the **bench**, with \`code\`.` }],
      usage: undefined,
    });
    push(end);
  }
  appendFileSync(file, text);
}

async function start() {
  const tui = createRequire(`${root}packages/cli/package.json`).resolve("@earendil-works/pi-tui");
  const preload = ["-r", `${root}scripts/bench/first-frame.cjs`];
  const usage = join(home, "usage.json");
  const measure = async (args, mark) => {
    rmSync(usage, { force: true });
    const screen = openScreen({
      args: [...preload, ...args],
      cwd: home,
      env: { ...env, BENCH_USAGE: usage, BENCH_MARK: mark, PI_TUI: pathToFileURL(tui).href },
      cols: COLS,
      rows: ROWS,
    });
    await Promise.race([screen.exited, sleep(15_000, undefined, { ref: false })]);
    await screen.close();
    if (!existsSync(usage))
      throw new Error(`${args.join(" ")}: no frame with ${mark}\n${screen.state.raw.slice(-400)}`);
    return JSON.parse(readFileSync(usage, "utf8"));
  };
  const mm = [];
  const floor = [];
  for (let at = -1; at < Number(values.runs); at += 1) {
    const one = await measure([MM, ...model], "mm");
    const two = await measure([`${root}scripts/bench/first-frame-floor.mjs`], "first frame");
    // The first round warms the disk cache and the compile cache.
    if (at < 0) continue;
    mm.push(one);
    floor.push(two);
  }
  const cpu = (list) => median(list.map((one) => one.cpu));
  const wall = (list) => median(list.map((one) => one.wall));
  const ratio = cpu(mm) / cpu(floor);
  add(
    `first frame: ${cpu(mm).toFixed(0)} ms against ${cpu(floor).toFixed(0)} ms CPU`,
    ratio.toFixed(2),
    "<= 1.3",
    ratio <= 1.3,
  );
  add("first frame: wall time of both", `${wall(mm).toFixed(0)} / ${wall(floor).toFixed(0)} ms`, "", true);
}

async function idle() {
  const screen = open(model);
  try {
    await screen.waitFor("@ openai");
    await screen.quiet(1000, 8000);
    const before = ticks(screen.pid);
    const written = screen.state.raw.length;
    await sleep(5000);
    const used = (ticks(screen.pid) - before) * 10;
    // A tick of the kernel's clock is 10 ms: two are noise.
    add("idle for 5 s: CPU", `${used} ms`, "<= 20 ms", used <= 20);
    const bytes = screen.state.raw.length - written;
    add("idle for 5 s: bytes written", String(bytes), "0", bytes === 0);
  } finally {
    await screen.close();
  }
}

/** Kernel clock ticks of a process (proc(5), fields 14 and 15). */
function ticks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

function rss(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

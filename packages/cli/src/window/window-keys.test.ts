import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { KEY, startWindow, type WindowTest } from "./window-kit.js";

const CODE = "Two blocks:\n\n```js\nconst one = 1;\n```\n\n```sh\necho two\n```";
const text = ({ screen }: WindowTest): string => screen.lines().join("\n");
const gone = (t: WindowTest, what: string) =>
  t.screen.until(() => !text(t).includes(what), `the end of ${what}`);

/** A home whose config file holds this. */
function homeWith(config: string): string {
  const home = tempFolder("mm-home-");
  mkdirSync(join(home, "config/mm"), { recursive: true });
  writeFileSync(join(home, "config/mm/config.yaml"), config);
  return home;
}
/** What the last copy through the terminal put into the clipboard. */
const copied = ({ screen }: WindowTest): string => {
  // oxlint-disable-next-line no-control-regex
  const all = [...screen.raw().matchAll(/\x1b\]52;c;([A-Za-z0-9+/=]*)\x07/g)];
  return Buffer.from(all.at(-1)?.[1] ?? "", "base64").toString("utf8");
};

describe("keys of the window", () => {
  it("`?` and F1 show the help on an empty editor only; typing narrows it down, Esc closes", async () => {
    const t = await startWindow([]);
    t.screen.type("?");
    await t.screen.waitFor("─ Keys ");
    t.screen.type("suspend");
    await t.screen.waitFor(/Ctrl-Z +Suspend/);
    t.screen.type(KEY.escape);
    await gone(t, "─ Keys ");
    t.screen.type("\x1bOP");
    await t.screen.waitFor("─ Keys ");
    t.screen.type(KEY.escape);
    await gone(t, "─ Keys ");
    t.screen.type("why?");
    await t.screen.until(() => t.draft() === "why?", "the question mark");
  });

  it("Shift-Tab goes through the modes", async () => {
    const t = await startWindow([], { args: ["--mode", "ask"] });
    for (const mode of ["edits", "yolo", "plan", "ask"]) {
      t.screen.type(KEY.shiftTab);
      await t.screen.until(() => t.footer().endsWith(mode), mode);
    }
  });

  it("copies the last answer, and a code block that is chosen", async () => {
    const t = await startWindow([{ text: CODE }]);
    t.screen.type(KEY.ctrl("x"));
    await t.screen.waitFor("there is no answer yet");
    t.screen.type("\x1bx");
    await t.screen.waitFor("the last answer has no code block");
    t.send("show me");
    await t.screen.waitFor("echo two");
    await t.idle();
    t.screen.type(KEY.ctrl("x"));
    await t.screen.waitFor(/copied \d+ characters, through the terminal/);
    expect(copied(t)).toBe(CODE);
    t.screen.type("\x1bx");
    await t.screen.waitFor("Code blocks of the last answer");
    t.screen.type(KEY.down);
    await t.screen.waitFor(/› +echo two/);
    t.screen.type(KEY.enter);
    await t.screen.until(() => copied(t).startsWith("echo two"), "the block");
  });

  it("attaches the image in the clipboard and the ones that are dropped", async () => {
    const bin = tempFolder("mm-bin-");
    const png = "89504e470d0a1a0a0000000d4948445200000002000000030806000000";
    writeFileSync(join(bin, "shot.png"), Buffer.from(png, "hex"));
    writeFileSync(
      join(bin, "wl-paste"),
      `#!/bin/sh\n[ "$1" = --list-types ] && { echo image/png; exit; }\ncat ${bin}/shot.png\n`,
    );
    chmodSync(join(bin, "wl-paste"), 0o755);
    const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}`, WAYLAND_DISPLAY: "w" };
    const turns = [{ expect: { user: "/\\[image\\/png\\][^]*\\[image\\/png\\]/" }, text: "Both seen." }];
    const t = await startWindow(turns, { env });
    t.screen.type(KEY.ctrl("v"));
    await t.screen.until(() => t.draft().includes("[image 1: 2x3 PNG]"), "the mark");
    t.screen.type(KEY.paste(join(bin, "shot.png")));
    await t.screen.until(() => t.draft().includes("[image 2: shot.png 2x3 PNG]"), "the second mark");
    t.send("what is this?");
    await t.screen.waitFor("Both seen.");
  });

  it("searches the transcript, jumps between questions and scrolls", async () => {
    const long = (what: string) => Array.from({ length: 40 }, (_, at) => `${what} line ${at}`).join("\n\n");
    const t = await startWindow([{ text: long("first") }, { text: long("second") }]);
    t.send("question one");
    await t.screen.waitFor("first line 39");
    await t.idle();
    t.send("question two");
    await t.screen.waitFor("second line 39");
    await t.idle();
    t.screen.type("\x1b[1;5H");
    await t.screen.until(() => text(t).includes("> question one"), "the beginning");
    t.screen.type("\x1b[1;5F");
    await t.screen.until(() => text(t).includes("second line 39"), "the end");
    t.screen.type(KEY.pageUp);
    await t.screen.until(() => !text(t).includes("second line 39"), "a page up");
    t.screen.type("\x1b[1;5A");
    await t.screen.until(() => text(t).includes("> question two"), "the question before");
    t.screen.type("\x1b[1;5A");
    await t.screen.until(() => text(t).includes("> question one"), "the one before that");
    t.screen.type(KEY.ctrl("f"));
    t.screen.type("second line 20");
    await t.screen.until(() => /second line 20[^]*second line 2[12]/.test(text(t)), "the match");
    t.screen.type(KEY.escape);
    await gone(t, "1/1");
    t.screen.type("x");
    await t.screen.until(() => t.draft() === "x", "the editor again");
  });

  it("has the person's own keys, and says what is wrong with them", async () => {
    const config =
      "keys:\n  help: Ctrl-T\n  tree: Ctrl-T\n  leave: false\n  serch: Ctrl-F\n  models: Ctrl-Foo\n";
    const t = await startWindow([], { home: homeWith(config), rows: 30, cols: 120 });
    await t.screen.waitFor("keys: Ctrl-T is given to help and to tree; help has it");
    const said = t.screen.lines().join(" ").replace(/\s+/g, " ");
    expect(said).toContain('the window has no action "serch"; it is ignored; did you mean "search"?');
    expect(said).toContain('"Ctrl-Foo" is no key: write keys like Ctrl-R, Alt-Enter or F2');
    t.screen.type(KEY.ctrl("t"));
    await t.screen.waitFor("─ Keys ");
    t.screen.type("leave");
    await t.screen.waitFor(/\(no key\) +Leave +leave/);
    t.screen.type(KEY.escape);
    await gone(t, "─ Keys ");
    t.screen.type(KEY.ctrl("d"));
    t.screen.type("still here");
    await t.screen.until(() => t.draft() === "still here", "the window after Ctrl-D");
  });
});

describe("dialogs of the window", () => {
  it("sessions: another one is gone on with, and drawn", async () => {
    const t = await startWindow([{ text: "One." }, { text: "Two." }, { text: "Three." }]);
    t.send("first talk");
    await t.screen.waitFor("One.");
    await t.idle();
    t.send("/new");
    await gone(t, "One.");
    t.send("second talk");
    await t.screen.waitFor("Two.");
    await t.idle();
    t.screen.type(KEY.ctrl("s"));
    await t.screen.waitFor("─ Sessions ");
    t.screen.type("first");
    await t.screen.waitFor(/› +first talk/);
    t.screen.type(KEY.enter);
    await t.screen.waitFor("One.");
    await t.screen.waitFor("going on with first talk");
    expect(text(t)).not.toContain("Two.");
    t.send("and on");
    await t.screen.waitFor("Three.");
  });

  it("the tree: a copy that ends before a turn, with its text to edit; /tree opens it too", async () => {
    const t = await startWindow([{ text: "One." }, { text: "Two." }, { text: "Otherwise." }]);
    for (const [prompt, answer] of [
      ["ask one", "One."],
      ["ask two", "Two."],
    ] as const) {
      t.send(prompt);
      await t.screen.waitFor(answer);
      await t.idle();
    }
    t.screen.type(KEY.ctrl("t"));
    await t.screen.waitFor("you are here");
    t.screen.type(KEY.enter);
    await t.screen.waitFor("Ask this otherwise");
    t.screen.type(KEY.down);
    t.screen.type(KEY.enter);
    await t.screen.until(() => t.draft() === "ask two", "the text to edit");
    expect(text(t)).toContain("One.");
    expect(text(t)).not.toContain("Two.");
    t.send(", please");
    await t.screen.waitFor("Otherwise.");
    await t.idle();
    t.send("/tree");
    await t.screen.waitFor("├ ask two");
    await t.screen.waitFor("└ ask two, please");
  });

  it("settings: the theme changes at once and is written with the comments kept", async () => {
    const home = homeWith("# mine\ntheme: dark\n");
    const t = await startWindow([], { home, env: { COLORTERM: "truecolor" } });
    t.screen.type("\x1bOQ");
    await t.screen.waitFor("─ Settings ");
    t.screen.type(KEY.enter);
    await t.screen.waitFor("* dark");
    t.screen.type(KEY.down);
    t.screen.type(KEY.enter);
    await t.screen.waitFor(/Colours of the window \(theme\) +light/);
    expect(readFileSync(join(home, "config/mm/config.yaml"), "utf8")).toBe("# mine\ntheme: light\n");
    t.screen.type(KEY.escape);
    await gone(t, "─ Settings ");
  });

  it("/help lists all commands, the window's own too: one is run, or begun where something is to be added", async () => {
    const t = await startWindow([], { cols: 90 });
    t.send("/help");
    await t.screen.waitFor("─ Commands ");
    await t.screen.waitFor(/\/mode \[ask\|edits\|yolo\|plan\] +Show or change/);
    const rows = t.screen.lines().filter((row) => /│ [› ]\s+\/\w/.test(row));
    expect(new Set(rows.map((row) => row.search(/(?<= {2})[A-Z]/))).size).toBe(1);
    t.screen.type("settings");
    t.screen.type(KEY.enter);
    await t.screen.waitFor("─ Settings ");
    t.screen.type(KEY.escape);
    await gone(t, "─ Settings ");
    t.send("/help");
    await t.screen.waitFor("─ Commands ");
    t.screen.type("compact");
    await t.screen.waitFor("›  /compact");
    t.screen.type(KEY.enter);
    await t.screen.until(() => t.draft() === "/compact", "the beginning of the command");
    t.screen.type("keep it");
    await t.screen.until(() => t.draft() === "/compact keep it", "the rest of it");
  });

  it("models: what cannot be listed is said", async () => {
    const t = await startWindow([]);
    t.screen.type("\x1bm");
    await t.screen.waitFor("─ Models of scripted ");
    await t.screen.waitFor("list");
    t.screen.type(KEY.escape);
    await gone(t, "─ Models of scripted ");
  });

  it("at 20 by 6 dialogs open, move and close", async () => {
    const t = await startWindow([], { cols: 60, rows: 12 });
    await t.screen.resize(20, 6);
    t.screen.type("?");
    await t.screen.waitFor("Keys");
    t.screen.type(KEY.down);
    t.screen.type(KEY.down);
    await t.screen.waitFor("3/");
    t.screen.type(KEY.escape);
    await gone(t, "3/");
    t.screen.type("\x1bOQ");
    await t.screen.waitFor("Settings");
    await t.screen.resize(100, 30);
    await t.screen.waitFor("Colours of the window (theme)");
    t.screen.type(KEY.escape);
    await gone(t, "Settings");
  });
});

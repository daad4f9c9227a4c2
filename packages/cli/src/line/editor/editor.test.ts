import { describe, expect, it } from "vitest";
import { KeyDecoder } from "../keys/key-decoder.js";
import type { InputEvent } from "../keys/types.js";
import type { CompletionSource } from "../../interactive/completion.js";
import { Editor, type Wish } from "./editor.js";
import { createHistory, type History } from "../../interactive/history.js";

const SOURCE: CompletionSource = {
  commands: () => [
    { name: "help", description: "All commands" },
    { name: "model", description: "Change the model", hint: "[model]" },
  ],
  files: () => ["src/", "src/main.ts", "src/my file.txt", "readme.md"],
};

const KEYS: Readonly<Record<string, string>> = {
  left: "\x1b[D",
  right: "\x1b[C",
  up: "\x1b[A",
  down: "\x1b[B",
  home: "\x1b[H",
  "ctrl-left": "\x1b[1;5D",
  "alt-enter": "\x1b\r",
  "shift-enter": "\x1b[13;2u",
  "shift-tab": "\x1b[Z",
  esc: "\x1b[27u",
  back: "\x7f",
  tab: "\t",
  enter: "\r",
};

interface Bench {
  readonly editor: Editor;
  /** Presses keys: texts as they are, names in angle brackets, `<^x>` for Ctrl-X, `<M-x>` for Alt-X. */
  readonly press: (keys: string, running?: boolean) => Wish[];
  /** The text with `|` at the cursor. */
  readonly show: () => string;
}

function bench(history: History = createHistory()): Bench {
  const editor = new Editor(history, SOURCE);
  const wishes: Wish[] = [];
  let running = false;
  const decoder = new KeyDecoder((event: InputEvent) => {
    const wish = editor.press(event, running);
    if (wish) wishes.push(wish);
  });
  return {
    editor,
    press(keys, isRunning = false) {
      running = isRunning;
      for (const part of keys.match(/<[^>]+>|[^<]+/g) ?? []) {
        const name = /^<(.+)>$/.exec(part)?.[1];
        if (name === undefined) decoder.feed(part);
        else if (name.startsWith("^")) decoder.feed(String.fromCharCode((name.codePointAt(1) ?? 64) & 31));
        else if (name.startsWith("M-")) decoder.feed(`\x1b${name.slice(2)}`);
        else decoder.feed(KEYS[name] ?? `unknown ${name}`);
      }
      return wishes.splice(0);
    },
    show: () => `${editor.text.slice(0, editor.buffer.cursor)}|${editor.text.slice(editor.buffer.cursor)}`,
  };
}

describe("editing", () => {
  it.each([
    ["one two<left><left>X", "one tX|wo"],
    ["one two<^a>X", "X|one two"],
    ["one two<home><^e>X", "one twoX|"],
    ["one two<ctrl-left><M-b>X", "X|one two"],
    ["one two<^a><M-f>X", "oneX| two"],
    ["one two three<^w>", "one two |"],
    ["one two<^u>", "|"],
    ["one two<ctrl-left><^k>", "one |"],
    ["one two<ctrl-left><^k><^a><^y>", "two|one "],
    ["one two<^w><^w><^y>", "one two|"],
    ["a<M-\x7f>b", "b|"],
    ["abc<back><left><back>", "|b"],
    ["abc<^a><^d>", "|bc"],
    ["one<alt-enter>two<up>X", "oneX|\ntwo"],
    ["one<shift-enter>two", "one\ntwo|"],
    ["abc<^j>d<up><up><down>", "abc\nd|"],
    ["typed<^u><^_>", "typed|"],
  ])("%s gives %s", (keys, expected) => {
    const { press, show } = bench();
    press(keys);
    expect(show()).toBe(expected);
  });

  it("moves and deletes by what a person takes for a character", () => {
    const { press, show } = bench();
    press("a漢👨‍👩‍👧é🇩🇪<left><left><left>");
    expect(show()).toBe("a漢|👨‍👩‍👧é🇩🇪");
    press("<^d>");
    expect(show()).toBe("a漢|é🇩🇪");
  });

  it("breaks the line for a backslash at the end, and not for a doubled one", () => {
    const { press, editor } = bench();
    expect(press("one \\<enter>two")).toEqual([]);
    expect(editor.text).toBe("one \ntwo");
    expect(press("\\\\<enter>")).toEqual([{ type: "submit", text: "one \ntwo\\\\", alt: false }]);
  });
});

describe("wishes", () => {
  it("sends with Enter; Alt-Enter sends only while a turn runs", () => {
    const { press, editor } = bench();
    expect(press("hi<enter>")).toEqual([{ type: "submit", text: "hi", alt: false }]);
    expect(editor.text).toBe("hi");
    expect(press("<alt-enter>", true)).toEqual([{ type: "submit", text: "hi", alt: true }]);
    expect(press("<^u><enter>")).toEqual([]);
  });

  it("leaves with Ctrl-D on an empty prompt only", () => {
    const { press } = bench();
    expect(press("<^d>")).toEqual([{ type: "end" }]);
    expect(press("a<^d>")).toEqual([]);
    expect(press("<^c><^z><shift-tab><esc>").map(({ type }) => type)).toEqual([
      "interrupt",
      "suspend",
      "mode",
      "escape",
    ]);
  });

  it("takes a paste as text, whatever is in it", () => {
    const { press, editor } = bench();
    const lines = Array.from({ length: 10_000 }, (_, at) => `/exit ${at}`).join("\n");
    expect(press(`\x1b[200~${lines}\x1b[201~`)).toEqual([]);
    expect(editor.text).toBe(lines);
  });
});

describe("history", () => {
  it("goes back and forth and keeps the draft", () => {
    const { press, show } = bench(createHistory(["first", "second"]));
    press("draft<up><up><up>");
    expect(show()).toBe("first|");
    press("<down><down>");
    expect(show()).toBe("draft|");
  });

  it("keeps what was taken, once, and saves it", () => {
    const saved: string[] = [];
    const history = createHistory([], (text) => void saved.push(text));
    const { press, editor } = bench(history);
    press("one");
    editor.take();
    press("one");
    editor.take();
    expect(saved).toEqual(["one"]);
    press("<up>");
    expect(editor.text).toBe("one");
  });

  it("searches with Ctrl-R: again for older ones, Enter sends, Escape goes back", () => {
    const { press, editor } = bench(createHistory(["git status", "npm test", "git push"]));
    press("draft<^r>git");
    expect(editor.search).toMatchObject({ query: "git", text: "git push", found: true });
    press("<^r>");
    expect(editor.search?.text).toBe("git status");
    press("x");
    expect(editor.search?.found).toBe(false);
    press("<esc>");
    expect(editor.text).toBe("draft");
    expect(press("<^r>npm<enter>")).toEqual([{ type: "submit", text: "npm test", alt: false }]);
  });
});

describe("completion", () => {
  it("offers commands at the beginning only, and never sends a chosen one unseen", () => {
    const { press, editor } = bench();
    press("/mo");
    expect(editor.completion?.candidates.map(({ label }) => label)).toEqual(["/model [model]"]);
    expect(press("<enter>")).toEqual([{ type: "submit", text: "/mo", alt: false }]);
    press("<tab>");
    expect(editor.text).toBe("/model ");
    press("<^u>see /he");
    expect(editor.completion).toBeUndefined();
  });

  it("takes a candidate that was chosen with the arrows on Enter, without sending", () => {
    const { press, editor } = bench();
    expect(press("/<down><down><enter>")).toEqual([]);
    expect(editor.text).toBe("/model ");
  });

  it("stops at what several commands have in common, and keeps the list open", () => {
    const commands = ["mode", "model", "help", "hooks"].map((name) => ({ name, description: "" }));
    const editor = new Editor(createHistory(), { commands: () => commands, files: () => [] });
    const decoder = new KeyDecoder((event: InputEvent) => void editor.press(event));
    decoder.feed("/mo\t");
    expect(editor.text).toBe("/mode");
    expect(editor.completion?.candidates.map(({ label }) => label)).toEqual(["/mode", "/model"]);
    decoder.feed("l\t");
    expect(editor.text).toBe("/model ");
    editor.set("");
    decoder.feed("/h\t");
    expect([editor.text, editor.chosen]).toEqual(["/h", 0]);
    decoder.feed("\t");
    expect(editor.text).toBe("/help ");
  });

  it("offers files after @, quotes blanks and goes into folders", () => {
    const { press, editor } = bench();
    press("look at @rea<tab>");
    expect(editor.text).toBe("look at @readme.md ");
    press("and @file<tab>");
    expect(editor.text).toBe('look at @readme.md and @"src/my file.txt" ');
    press("@sr<tab>");
    expect(editor.text.endsWith("@src/")).toBe(true);
    expect(editor.completion?.candidates.length).toBeGreaterThan(0);
    press("<^u>me@rea");
    expect(editor.completion).toBeUndefined();
  });

  it("closes with Escape before Escape means anything else", () => {
    const { press, editor } = bench();
    expect(press("/h<esc>")).toEqual([]);
    expect(editor.completion).toBeUndefined();
    expect(press("<esc>")).toEqual([{ type: "escape" }]);
  });
});

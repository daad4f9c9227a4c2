import { describe, expect, it } from "vitest";
import { KEY, startWindow } from "./window-kit.js";

describe("the editor of the window", () => {
  it("breaks the line with a backslash, Ctrl-J and Alt-Enter, and sends with Enter", async () => {
    const { screen, draft, send } = await startWindow([{ text: "Got it." }]);
    // Several line ends in one read are a paste.
    screen.type("one\\\r");
    await screen.until(() => draft() === "one\n", "the first line");
    screen.type("two\n");
    await screen.until(() => draft() === "one\ntwo\n", "the second line");
    screen.type("three");
    screen.type(KEY.altEnter);
    screen.type("four");
    await screen.until(() => draft() === "one\ntwo\nthree\nfour", "four lines");
    send("");
    await screen.waitFor("Got it.");
    expect(screen.lines().join("\n")).toMatch(/> one *\n +two *\n +three *\n +four/);
  });

  it("shows a paste of 10,000 lines as a chip and sends all of it", async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}`).join("\n");
    const { screen, draft, send } = await startWindow([
      { expect: { user: "line 9999" }, text: "All there." },
    ]);
    screen.type(KEY.paste(lines));
    await screen.until(() => draft().startsWith("[paste #1 +10000 lines]"), "the chip");
    send("");
    await screen.waitFor("All there.");
  });

  it("completes commands and files with Tab and Enter", async () => {
    const { screen, draft } = await startWindow([], { files: { "src/clock.ts": "x" } });
    screen.type("/mod");
    await screen.waitFor("/mode [ask|edits|yolo|plan]");
    screen.type("\t");
    await screen.until(() => draft().startsWith("/mode"), "the command");
    screen.type(KEY.ctrl("u"));
    screen.type("see @clo");
    await screen.until(() => /→ .*src\/clock\.ts/.test(screen.lines().join("\n")), "the file");
    screen.type(KEY.enter);
    await screen.until(() => draft().startsWith("see @src/clock.ts"), "the file in the text");
  });

  it("walks and searches the history of the folder", async () => {
    const { screen, draft, send } = await startWindow([{ text: "A1" }, { text: "A2" }, { text: "A3" }]);
    send("the first question");
    await screen.waitFor("A1");
    send("another one");
    await screen.waitFor("A2");
    screen.type(KEY.up);
    await screen.until(() => draft() === "another one", "the newest");
    screen.type(KEY.up);
    await screen.until(() => draft() === "the first question", "the older one");
    screen.type(KEY.ctrl("c"));
    screen.type(KEY.ctrl("r"));
    await screen.waitFor("─ History of this folder ─");
    screen.type("anoth");
    await screen.until(() => screen.lines().some((row) => row.includes("› another one")), "the match");
    // A closed frame, whose top stays where it is while the list is narrowed down.
    const rows = screen.lines();
    const top = rows.findIndex((row) => row.includes("─ History"));
    const end = rows.findIndex((row) => row.includes("Enter sends"));
    const edges = (row: string): string => `${row.search(/[╭│╰]/)} ${row.search(/[╮│╯](?!.*[╮│╯])/)}`;
    const sides = new Set(rows.slice(top, end + 1).map(edges));
    expect(sides.size).toBe(1);
    expect(rows[top]).toMatch(/╭─.*╮/);
    expect(rows[end]).toMatch(/╰─.*╯/);
    screen.type("\t");
    await screen.until(() => draft() === "another one", "the text to edit");
    screen.type(KEY.ctrl("r"));
    await screen.waitFor("─ History of this folder ─");
    screen.type("first");
    await screen.until(() => screen.lines().some((row) => row.includes("› the first question")), "the match");
    screen.type(KEY.enter);
    await screen.waitFor("A3");
  });

  it("has a file written in the person's own editor", async () => {
    const { screen, draft } = await startWindow([], {
      env: { EDITOR: `sh -c 'printf "%s, mended" "$(cat "$1")" > "$1"' sh` },
    });
    screen.type("a draft");
    await screen.until(() => draft() === "a draft", "the draft");
    screen.type(KEY.ctrl("g"));
    await screen.until(() => draft() === "a draft, mended", "the edited draft");
  });

  it("draws nothing of a file or the history that would move the cursor or reorder the text", async () => {
    const hostile = String.raw`printf 'a\033]0;title\007\033[2J\302\2332J\342\200\256b\000c' > "$1"`;
    const { screen, draft } = await startWindow([], {
      env: { EDITOR: `sh -c '${hostile.replaceAll("'", `'\\''`)}' sh` },
    });
    const from = screen.raw().length;
    screen.type(KEY.ctrl("g"));
    await screen.until(() => draft() === "a]0;title2Jbc", "the text of the file");
    screen.type(KEY.ctrl("c"));
    await screen.until(() => draft() === "", "the empty editor");
    screen.type(KEY.up);
    await screen.until(() => draft() === "a]0;title2Jbc", "the text from the history");
    // oxlint-disable-next-line no-control-regex
    expect(screen.raw().slice(from)).not.toMatch(/\x1b\]0;|\x9b|\u202e|\0/);
  });
});

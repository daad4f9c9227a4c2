import { beforeAll, describe, expect, it } from "vitest";
import { loadHighlighter } from "../highlight/highlighter.js";
import { coloursOf, COUNTERS, createKit, lineOf, plain, screenOf } from "./transcript-kit.js";

const PATCH =
  "@@ -8,4 +8,5 @@\n import x\n-const a = now() + 1;\n+const a = now() + 2;\n+const b = 1;\n tail\n";
const CHANGE = { path: "/srv/project/src/clock.ts", added: 2, removed: 1, patch: PATCH };

beforeAll(() => loadHighlighter());

/** The screen of the transcript in true colour. */
async function shown(kit: ReturnType<typeof createKit>, width = 60) {
  const rows = kit.transcript.render(width);
  const screen = await screenOf(rows, width);
  const lines = rows.map((_row, index) => lineOf(screen, index).trimEnd());
  const find = (text: string): number => {
    const row = lines.findIndex((line) => line.includes(text));
    if (row < 0) throw new Error(`no row shows ${text}:\n${lines.join("\n")}`);
    return row;
  };
  const colours = (text: string, offset = 0) => {
    const row = find(text);
    return coloursOf(screen, row, (lines[row] ?? "").indexOf(text) + offset);
  };
  return { lines, colours, screen, find };
}

describe("question", () => {
  it("stands on a ground as wide as the window", async () => {
    const kit = createKit({ colours: "truecolor" });
    kit.transcript.question("why?\nreally");
    const { lines, screen } = await shown(kit, 20);
    expect(lines).toEqual(["> why?", "  really"]);
    for (const column of [0, 5, 19]) expect(coloursOf(screen, 1, column).bg).toBe("#3a4150");
  });

  it("shows a long one folded", () => {
    const kit = createKit();
    kit.transcript.question(Array.from({ length: 30 }, (_value, line) => `line ${line}`).join("\n"));
    expect(kit.rows().slice(11)).toEqual(["  line 11", "  … 18 more lines"]);
    kit.transcript.toggle("newest");
    expect(kit.rows()).toHaveLength(30);
  });

  it("marks its first row for jumping from question to question", () => {
    const kit = createKit();
    kit.transcript.question("a\nb");
    expect(kit.transcript.render(20).map((row) => row.startsWith("\x1b]133;A\x07"))).toEqual([true, false]);
    expect(kit.transcript.tail(20, 2)[0]).toBe("> a");
  });
});

describe("answer", () => {
  it("sets Markdown in the theme's colours", async () => {
    const kit = createKit({ colours: "truecolor" });
    kit.text("# Head\n\nSome `code` and **bold**.\n\n> said\n\n```ts\nconst a = 1;\n```\n");
    const { lines, colours } = await shown(kit);
    expect(lines).toEqual([
      "Head",
      "",
      "Some code and bold.",
      "",
      "│ said",
      "",
      "```ts",
      "  const a = 1;",
      "```",
    ]);
    expect(colours("Head").fg).toBe("#7fd6c2");
    expect(colours("code").fg).toBe("#e8c27a");
    expect(colours("said").fg).toBe("#b7c4a6");
    expect(colours("const a").fg).toBe("#d3a4f2");
    expect(colours("Some").fg).toBeUndefined();
  });

  it("sets prose at most 100 columns wide and tables as wide as there is room", () => {
    const kit = createKit();
    kit.text(`${"word ".repeat(60)}\n\n| ${"a".repeat(20)} | ${"b ".repeat(60)} |\n|---|---|\n| 1 | 2 |\n`);
    const rows = kit.rows(160);
    expect(Math.max(...rows.slice(0, 3).map((row) => row.length))).toBeLessThanOrEqual(100);
    expect(rows.find((row) => row.startsWith("┌"))?.length).toBeGreaterThan(120);
  });

  it("draws tables without rules between rows of one line", () => {
    const kit = createKit();
    kit.text(
      "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n| a | b |\n|---|---|\n| 1 | two words |\n| 3 | 4 |",
    );
    expect(kit.rows(14)).toEqual([
      "┌───┬───┐",
      "│ a │ b │",
      "├───┼───┤",
      "│ 1 │ 2 │",
      "│ 3 │ 4 │",
      "└───┴───┘",
      "",
      "┌───┬────────┐",
      "│ a │ b      │",
      "├───┼────────┤",
      "│ 1 │ two    │",
      "│   │ words  │",
      "├───┼────────┤",
      "│ 3 │ 4      │",
      "└───┴────────┘",
    ]);
  });

  it("gives the newest answer and its code blocks", () => {
    const kit = createKit();
    kit.text("old", "m1");
    kit.plan("c", "bash", "ls");
    kit.text("new\n\n```sh\nls\n```\n\n- x\n  ```\n  in list\n  ```\n", "m2");
    kit.text("not this", "n1", ["helper"]);
    expect(kit.transcript.lastAnswer()?.startsWith("new")).toBe(true);
    expect(kit.transcript.codeBlocks()).toEqual([
      { language: "sh", code: "ls" },
      { language: "", code: "in list" },
    ]);
  });
});

describe("thoughts", () => {
  it("are one line, unfolded the whole text", async () => {
    const kit = createKit({ colours: "truecolor" });
    kit.thought("\n\nThe clock is wrong.\n\nSo ");
    kit.thought("what.");
    expect(kit.rows()).toEqual(["∴ Thinking · 29 characters · So what."]);
    kit.text("Hm");
    expect(kit.rows()[0]).toBe("∴ Thoughts · 29 characters · The clock is wrong.");
    kit.transcript.toggle("newest");
    const { lines, colours } = await shown(kit);
    expect(lines).toEqual([
      "∴ Thoughts · 29 characters",
      "  The clock is wrong.",
      "",
      "  So what.",
      "",
      "Hm",
    ]);
    expect(colours("So what").fg).toBe("#a3a9b5");
  });

  it("say nothing when there are none", () => {
    const kit = createKit();
    kit.thought("\n");
    kit.text("\n\n", "m1");
    kit.plan("c", "bash", "ls");
    expect(kit.rows()).toEqual(["‣ bash  ls"]);
  });
});

describe("call", () => {
  it("shows its line, the last rows while it runs, and a preview when it is done", async () => {
    const kit = createKit({ colours: "truecolor" });
    kit.plan("c", "bash", "npm test");
    expect(kit.rows()).toEqual(["‣ bash  npm test"]);
    kit.emit({ type: "tool.started", callId: "c", tool: "bash" });
    for (let line = 1; line < 9; line += 1)
      kit.progress("c", { type: "terminal", id: "t", chunk: `line ${line}\n` });
    kit.progress("c", { type: "terminal", id: "t", chunk: "10%\r55%\r" });
    expect(kit.rows()).toEqual([
      "‣ bash  npm test  …",
      ...["line 5", "line 6", "line 7", "line 8", "55%"].map((row) => `    ${row}`),
    ]);
    kit.done("c", "a\nb\nc\nd\ne\n");
    const { lines, colours } = await shown(kit);
    expect(lines).toEqual(["‣ bash  npm test  ✓ 1.2 s", "    a", "    b", "    c", "    … 2 more lines"]);
    expect(colours("✓").fg).toBe("#7fd18a");
    expect(colours("more").fg).toBe("#a3a9b5");
    kit.transcript.toggle("newest");
    expect(kit.rows().slice(1)).toEqual(["a", "b", "c", "d", "e"].map((row) => `    ${row}`));
    kit.transcript.toggle("newest");
    expect(kit.rows()).toHaveLength(5);
  });

  it("tells a failure by its code and shows its end", async () => {
    const kit = createKit({ colours: "truecolor" });
    kit.plan("c", "bash", "false");
    kit.done("c", "a\nb\nc\nd\nExit code 1", { ok: false, code: "exit", ms: 40 });
    const { lines, colours } = await shown(kit);
    expect(lines).toEqual([
      "‣ bash  false  ✗ exit",
      "    a",
      "    b",
      "    … 2 more lines",
      "    Exit code 1",
    ]);
    expect(colours("✗").fg).toBe("#ff9a94");
  });

  it("waits for a permission", async () => {
    const kit = createKit({ colours: "truecolor" });
    kit.plan("c", "bash", "rm x");
    const request = {
      id: "q",
      callId: "c",
      agent: [],
      tool: "bash",
      title: "rm x",
      kind: "execute" as const,
      subject: "command",
      why: "mode",
      preview: [],
      changes: [],
      options: [],
    };
    kit.emit({ type: "permission.asked", request });
    expect((await shown(kit)).colours("? asks").fg).toBe("#e9b95c");
    kit.emit({ type: "permission.answered", id: "q", callId: "c", answer: { outcome: "once" } });
    expect(kit.rows()).toEqual(["‣ bash  rm x"]);
  });

  it("keeps the places of several side by side, close together while they show nothing", () => {
    const kit = createKit();
    kit.plan("a", "grep", "one");
    kit.plan("b", "grep", "two");
    kit.plan("c", "grep", "three");
    kit.done("c", "", { echo: "none" });
    kit.done("a", "found", { ms: 5 });
    expect(kit.rows()).toEqual(["‣ grep  one  ✓", "    found", "", "‣ grep  two", "‣ grep  three  ✓ 1.2 s"]);
  });

  it("cuts a long title and shows it whole when unfolded", () => {
    const kit = createKit();
    kit.plan("c", "bash", "echo one two three\necho four");
    kit.done("c", "", { echo: "none" });
    expect(kit.rows(30)).toEqual(["‣ bash  echo one two…  ✓ 1.2 s"]);
    kit.transcript.toggle("newest");
    expect(kit.rows(30)).toEqual([
      "‣ bash  echo one two…  ✓ 1.2 s",
      "    echo one two three",
      "    echo four",
      "    (no output)",
    ]);
  });

  it("draws what it changed, with the words that changed", async () => {
    const kit = createKit({ colours: "truecolor" });
    kit.plan("c", "edit_file", "src/clock.ts");
    kit.done("c", "Edited 1 place.\nsecond", { changes: [{ ...CHANGE, before: "x", after: "y" }] });
    const { lines, colours } = await shown(kit);
    expect(lines).toEqual([
      "‣ edit_file  src/clock.ts  ✓ 1.2 s",
      "    Edited 1 place.",
      "    src/clock.ts +2 -1",
      "     8   import x",
      "     9 - const a = now() + 1;",
      "     9 + const a = now() + 2;",
      "    10 + const b = 1;",
      "    11   tail",
    ]);
    expect(colours("- const a").bg).toBe("#47211f");
    expect(colours("+ 1;", 2).bg).toBe("#8a3530");
    expect(colours("+ 2;", 2).bg).toBe("#2c6a3f");
    expect(colours("+ 2;", 3).bg).toBe("#1d3a27");
    expect(colours("+ const b").bg).toBe("#1d3a27");
    kit.transcript.toggle("newest");
    expect(kit.rows().slice(1, 4)).toEqual(["    Edited 1 place.", "    second", "    src/clock.ts +2 -1"]);
  });

  it("draws what a tool wants to be shown instead of its text", () => {
    const kit = createKit();
    kit.plan("c", "fetch", "x");
    kit.done("c", "for the model", {
      display: [
        { type: "markdown", text: "# Shown\n\n`x`\n" },
        { type: "terminal", id: "t", chunk: "50%\r99%\n" },
        { type: "diff", change: CHANGE },
      ],
    });
    expect(kit.rows().join("\n")).not.toContain("for the model");
    kit.transcript.toggle("newest");
    expect(kit.rows().slice(1, 6)).toEqual([
      "    Shown",
      "",
      "    x",
      "    99%",
      "        src/clock.ts +2 -1",
    ]);
  });
});

describe("what mm says", () => {
  it("draws notices, failures, compactions, retries and the end of a turn", async () => {
    const kit = createKit({ colours: "truecolor" });
    kit.emit({ type: "steer", text: "faster\nplease" });
    kit.emit({ type: "notice", level: "warning", text: "careful" });
    kit.emit({ type: "notice", level: "info", text: "by the way" });
    kit.emit({ type: "error", where: "plugin", message: "broken" });
    kit.emit({ type: "error", where: "provider", message: "told by the end" });
    kit.emit({ type: "compacted", before: 9000, after: 100, summary: "**Sum**" });
    kit.emit({ type: "retry", attempt: 1, max: 3, delayMs: 1000, reason: "busy" });
    kit.emit({ type: "retry", attempt: 2, max: 3, delayMs: 2000, reason: "busy" });
    kit.end({ reason: "error", message: "gone" });
    const { lines, colours } = await shown(kit, 80);
    expect(lines).toEqual([
      "↳ faster",
      "  please",
      "",
      "! careful",
      "· by the way",
      "✗ broken",
      "· The conversation was compacted: about 9000 tokens became 100.",
      "! busy — trying again in 2.0 s (2 of 3)",
      "",
      "✗ gone",
      "🔎 2 search(es) · 4.2 s · 9 tokens in, 3 out",
    ]);
    expect([colours("careful").fg, colours("broken").fg]).toEqual(["#e9b95c", "#ff9a94"]);
    kit.transcript.toggle("newest");
    expect(kit.rows(80)[7]).toBe("Sum");
  });

  it("tells a cancel", () => {
    const kit = createKit();
    kit.end({ reason: "cancelled", counters: { ...COUNTERS, byLabel: [], usage: { input: 0, output: 0 } } });
    expect(kit.rows()).toEqual(["! Cancelled.", "4.2 s"]);
  });

  it("says what commands say, in their tone", async () => {
    const kit = createKit({ colours: "truecolor" });
    kit.transcript.say([
      { type: "markdown", text: "- a\n- b" },
      { type: "text", text: "x\ty" },
    ]);
    kit.transcript.say([{ type: "text", text: "no such file" }], "error");
    const { lines, colours } = await shown(kit);
    expect(lines).toEqual(["- a", "- b", "x    y", "", "✗ no such file"]);
    expect(colours("no such").fg).toBe("#ff9a94");
  });
});

describe("without colour", () => {
  it("writes no sequence but the marks of questions, and still tells what is what", () => {
    const kit = createKit({ colours: 0 });
    kit.emit({ type: "turn.start", prompt: "q" });
    kit.text(
      "**b** `c` [l](https://x.example/)\n\n| a | bb bb bb bb bb bb bb |\n|---|---|\n| `1` | ~~2~~ |\n\n```ts\nlet a;\n```\n",
    );
    kit.plan("a", "edit_file", "x");
    kit.done("a", "", { changes: [CHANGE] });
    kit.plan("b", "bash", "false");
    kit.done("b", "", { ok: false, code: "exit" });
    kit.end();
    const rows = kit.transcript.render(30).map((row) => row.replace("\x1b]133;A\x07", ""));
    expect(rows.filter((row) => row.includes("\x1b"))).toEqual([]);
    expect(rows.map(plain).filter((row) => /[✓✗]| [-+] /.test(row))).toHaveLength(5);
  });
});

import { describe, expect, it } from "vitest";
import { isTable, MarkdownSplitter } from "./split-markdown.js";

/** Each part as `kind[+ when a blank row stands before it]: text`. */
function parts(text: string, chunk = text.length): string[] {
  const splitter = new MarkdownSplitter();
  for (let at = 0; at < text.length; at += chunk) splitter.feed(text.slice(at, at + chunk));
  splitter.end();
  return splitter.parts.map(({ kind, gap, text: source }) => `${kind}${gap ? "+" : ""}: ${source}`);
}

describe("splitting Markdown", () => {
  it("makes a part of each block", () => {
    expect(parts("# A\ntext\nmore\n\n> q\nlazy\n\n---\n\nend")).toEqual([
      "heading: # A",
      "text+: text\nmore",
      "quote+: > q\nlazy",
      "text+: ---",
      "text+: end",
    ]);
  });

  it("makes a part of each item, with what is nested in it", () => {
    expect(parts("Do:\n- a\n  - b\n\n  more\n- c\nlazy\n\n1. d\n\nafter")).toEqual([
      "text: Do:",
      "list: - a\n  - b\n\n  more",
      "list: - c\nlazy",
      "list+: 1. d",
      "text+: after",
    ]);
  });

  it("keeps code together, whatever is in it", () => {
    expect(parts("a\n```ts\n# x\n\n- y\n~~~\n``\n```` \nb")).toEqual([
      "text: a",
      "code+: # x\n\n- y\n~~~\n``",
      "text+: b",
    ]);
    expect(parts("~~~\n```\n~~~\n- x\n  ```\n  y\n\n  z\n  ```\n")).toEqual([
      "code: ```",
      "list+: - x\n  ```\n  y\n\n  z\n  ```",
    ]);
    expect(parts("```\n\n\nx")).toEqual(["code: \n\nx"]);
  });

  it("knows tables and keeps comments whole", () => {
    const splitter = new MarkdownSplitter();
    splitter.feed("| a | b |\n|---|---|\n| 1 | 2 |\n\na | b\n\n<!-- one\n\ntwo -->\n\nx");
    splitter.end();
    expect(splitter.parts.map(isTable)).toEqual([true, false, false, false]);
    expect(splitter.parts[2]?.text).toBe("<!-- one\n\ntwo -->");
  });

  it("cuts a very long paragraph at a line end", () => {
    const long = "x".repeat(79).concat("\n").repeat(120);
    const made = parts(long);
    expect(made.length).toBe(3);
    expect(made.map((part) => part.replace(/^text: /, "")).join("\n")).toBe(long.trimEnd());
  });

  it("cuts a line without an end, at blanks where there are some, and loses nothing", () => {
    for (const text of ["x".repeat(50_000), "word ".repeat(10_000).trim(), "😀".repeat(12_000)]) {
      const made = parts(text);
      expect(made.every((part) => part.length < 20_000)).toBe(true);
      expect(made.map((part) => part.replace(/^text: /, "").replaceAll("\n", "")).join("")).toBe(text);
      expect(parts(text, 777)).toEqual(made);
    }
  });

  it("gives the same parts for every size of pieces", () => {
    const text = "a\r\nb\n\n- x\r\n\r\n```js\nc\n```\n1. y\n> z\n\n[r]: http://x.example\n\ttab\n## h";
    for (const chunk of [1, 2, 3, 7]) expect(parts(text, chunk)).toEqual(parts(text));
  });

  it("shows what is under way without deciding it", () => {
    const splitter = new MarkdownSplitter();
    const pending = (): string[] =>
      splitter.pending().map(({ kind, gap, text }) => `${kind}${gap ? "+" : ""}: ${text}`);
    splitter.feed("# A\n\ntext\n- on");
    expect(splitter.parts.splice(0)).toHaveLength(1);
    expect(pending()).toEqual(["text+: text", "list: - on"]);
    expect(splitter.parts).toHaveLength(0);
    splitter.feed("e\n```\nco");
    expect(pending()).toEqual(["code+: co"]);
    splitter.feed("de\n``");
    expect(pending()).toEqual(["code+: code"]);
    splitter.feed("`\n");
    expect(pending()).toEqual([]);
    expect(splitter.parts.map(({ kind }) => kind)).toEqual(["text", "list", "code"]);
  });
});

import { describe, expect, it } from "vitest";
import { createStyle } from "../../output/style.js";
import { widthOf } from "../render/width.js";
import { markdownRows, StreamMarkdown } from "./stream-markdown.js";

const COLOUR = createStyle({ isTTY: true }, {});
const PLAIN = createStyle({ isTTY: false }, {});

const TEXT = `# A heading with \`code\`

A paragraph with **bold**, *italic*, ***both***, ~~gone~~ and \`code with **stars**\` that is long enough to be wrapped more than once in a narrow terminal.
Globs like *.ts and src/**/*.js and 2 * 3 * 4 and snake_case_names stay as they are; so does a lone \` backtick.

- one
- **two** with a text that goes on and on until it wraps under its own beginning
  - nested [link](https://example.org/a_b_c)
1. first
10) tenth
- [x] done
- [ ] open

> quoted **text** that is long enough to be wrapped as well
>> deeper

---

\`\`\`ts
const a = "**not bold**";

\treturn a;
\`\`\`

| name | wert |
|------|:----:|
| 漢字 | **1** |
| a \\| b | \`x\` |

漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字 and 🎉👨‍👩‍👧 end.
https://example.org/a/very/long/address/that/does/not/fit/into/a/row/and/must/be/broken/somewhere
`;

/** The rows when the text comes in pieces of this many characters. */
function streamed(text: string, size: number, columns: number): string[] {
  const stream = new StreamMarkdown(COLOUR, () => columns);
  const rows: string[] = [];
  for (let at = 0; at < text.length; at += size) rows.push(...stream.feed(text.slice(at, at + size)));
  return [...rows, ...stream.end()];
}

describe("StreamMarkdown", () => {
  it("draws headings, lists, quotes, code and tables", () => {
    expect(markdownRows(TEXT, PLAIN, 50).join("\n")).toMatchInlineSnapshot(`
      "# A heading with \`code\`

      A paragraph with bold, italic, both, gone and
      \`code with **stars**\` that is long enough to be
      wrapped more than once in a narrow terminal.
      Globs like *.ts and src/**/*.js and 2 * 3 * 4 and
      snake_case_names stay as they are; so does a lone
      \` backtick.

      • one
      • two with a text that goes on and on until it
        wraps under its own beginning
        • nested link (https://example.org/a_b_c)
      1. first
      10) tenth
      • ☑ done
      • ☐ open

      │ quoted text that is long enough to be wrapped
      │ as well
      │ │ deeper

      ────────────────────────────────────────

      \`\`\`ts
      const a = "**not bold**";

          return a;
      \`\`\`

      name  │ wert
      ──────┼─────
      漢字  │ 1
      a | b │ x

      漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字
      漢字漢字漢字漢字漢字漢字漢字漢字漢字 and 🎉👨‍👩‍👧
      end.
      https://example.org/a/very/long/address/that/does
      /not/fit/into/a/row/and/must/be/broken/somewhere"
    `);
  });

  it.each([1, 3, 7, 50])("gives the same rows however the text is cut (pieces of %i)", (size) => {
    for (const columns of [20, 41, 200])
      expect(streamed(TEXT, size, columns)).toEqual(markdownRows(TEXT, COLOUR, columns));
  });

  it("keeps prose within the terminal, and wide characters whole", () => {
    const prose = TEXT.slice(TEXT.indexOf("漢字漢字"));
    for (const columns of [12, 20, 33])
      for (const row of markdownRows(prose, PLAIN, columns)) expect(widthOf(row)).toBeLessThan(columns);
  });

  it("gives rows as they come, and shows what is not final yet", () => {
    const stream = new StreamMarkdown(PLAIN, () => 21);
    expect(stream.feed("some words that fill a ro")).toEqual(["some words that fill"]);
    expect(stream.pending(20)).toBe("a ro");
    expect(stream.feed("w and more")).toEqual([]);
    expect(stream.pending(20)).toBe("a row and more");
    expect(stream.feed(" **bold")).toEqual([]);
    expect(stream.pending(30)).toBe("a row and more **bold");
    expect(stream.end()).toEqual(["a row and more", "**bold"]);
    expect(stream.pending(20)).toBe("");
  });

  it("holds a table back until it is whole", () => {
    const stream = new StreamMarkdown(PLAIN, () => 40);
    expect(stream.feed("| a | b |\n|---|---|\n| 1 | 2 |\n")).toEqual([]);
    expect(stream.feed("after")).toEqual(["a │ b", "──┼──", "1 │ 2"]);
  });

  it("turns a table that cannot fit into records", () => {
    const table = "| name | meaning | more |\n|---|---|---|\n| first thing | second thing | third thing |\n";
    expect(markdownRows(table, PLAIN, 20)).toEqual([
      "name: first thing",
      "meaning: second",
      "  thing",
      "more: third thing",
    ]);
  });

  it("lets no escape sequence through, whole or cut", () => {
    const evil = "a\x1b[31mred\x1b[0m \x1b]0;title\x07b\x1b]52;c;AAAA\x1b\\c \x9b2Jd\r\x08\u202ee";
    for (const size of [1, 2, 100]) {
      const rows = new StreamMarkdown(PLAIN, () => 80);
      const out: string[] = [];
      for (let at = 0; at < evil.length; at += size) out.push(...rows.feed(evil.slice(at, at + size)));
      out.push(...rows.end());
      expect(out.join("\n").replaceAll("\n", " ")).toBe("ared bc d e");
    }
  });

  it("takes a line of 100,000 characters in small pieces in no time that anyone notices", () => {
    const before = process.cpuUsage();
    const rows = streamed("word ".repeat(20_000), 5, 80);
    const { user, system } = process.cpuUsage(before);
    expect(rows.join(" ").length).toBeGreaterThan(90_000);
    expect((user + system) / 1000).toBeLessThan(4000);
  });
});

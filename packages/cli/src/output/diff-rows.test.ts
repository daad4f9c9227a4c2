import { diffLines, formatPatch } from "@mm-agent/core";
import { describe, expect, it } from "vitest";
import { diffRows } from "./diff-rows.js";
import { createStyle } from "./style.js";

const PLAIN = createStyle({ isTTY: false }, {});
const patch = (before: string, after: string): string => formatPatch(diffLines(before, after).hunks);
const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

describe("diffRows", () => {
  it("numbers lines by the file before and after", () => {
    expect(diffRows(patch("a\nb\nc\n", "a\nB\nnew\nc\n"), PLAIN)).toEqual([
      "1   a",
      "2 - b",
      "2 + B",
      "3 + new",
      "4   c",
    ]);
  });

  it("shows the gap between distant places, and pads numbers", () => {
    const before = lines(40);
    const after = before.replace("line 2\n", "two\n").replace("line 30\n", "");
    const rows = diffRows(patch(before, after), PLAIN);
    expect(rows).toContain(" 2 + two");
    expect(rows).toContain("30 - line 30");
    expect(rows).toContain("     ⋯");
  });

  it("tells of a missing line end and of an added file", () => {
    expect(diffRows(patch("", "a"), PLAIN)).toEqual(["1 + a", String.raw`    No newline at end of file`]);
  });

  it("colours added and removed lines, cuts long rows, counts what it leaves out, and cleans", () => {
    const style = createStyle({ isTTY: true }, {});
    const rows = diffRows(patch("a\n", `b\x1b[31m\n${lines(5)}`), style, {
      limit: 2,
      fit: (row) => row.slice(0, 6),
    });
    expect(rows).toEqual([style.red("1 - a"), style.green("1 + b"), style.dim("    … 5 more lines")]);
  });

  it("keeps a line with a carriage return in it on one row", () => {
    expect(diffRows("@@ -0,0 +1 @@\n+a\rb\r\n", PLAIN)).toEqual(["1 + a b"]);
  });
});

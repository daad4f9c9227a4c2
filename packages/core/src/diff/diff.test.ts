import { structuredPatch } from "diff";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatch, PatchError } from "./apply-patch.js";
import { diffLines } from "./diff-lines.js";
import { formatPatch } from "./format-patch.js";
import { hunksFromSpans, type Span } from "./hunks-from-spans.js";

const line = fc.constantFrom(
  "a",
  "b",
  "c",
  "",
  "a\r",
  "x\ry",
  "  a",
  "\\ No newline at end of file",
  "-",
  "@@ -1,1 +1,1 @@",
);
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, end]) => lines.join("\n") + (end ? "\n" : ""));

function patchOf(before: string, after: string): string {
  return formatPatch(diffLines(before, after).hunks);
}

function counts(patch: string): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const row of patch.split("\n")) {
    if (row.startsWith("+")) added += 1;
    if (row.startsWith("-")) removed += 1;
  }
  return { added, removed };
}

describe("diffLines", () => {
  it("gives a patch that leads to the text after", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffLines(before, after);
        const patch = formatPatch(diff.hunks);
        expect(applyPatch(before, patch)).toBe(after);
        expect(counts(patch)).toEqual({ added: diff.added, removed: diff.removed });
      }),
      { numRuns: 500 },
    );
  });

  it("changes about as few lines as the shortest diff", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const ours = diffLines(before, after);
        const theirs = structuredPatch("", "", before, after, undefined, undefined, { context: 3 });
        const least = theirs.hunks.flatMap((hunk) => hunk.lines).filter((row) => /^[+-]/.test(row)).length;
        expect(ours.added + ours.removed).toBeGreaterThanOrEqual(least);
        // Patience may prefer an anchor over a longer match; never by more than this on such small texts.
        expect(ours.added + ours.removed).toBeLessThanOrEqual(2 * least + 4);
      }),
      { numRuns: 500 },
    );
  });

  it("is empty for equal texts", () => {
    expect(diffLines("a\n", "a\n")).toEqual({ hunks: [], added: 0, removed: 0 });
    expect(formatPatch([])).toBe("");
  });

  it("shows three lines of context and joins near changes", () => {
    const before = Array.from({ length: 20 }, (_, i) => `${i + 1}\n`).join("");
    const after = before.replace("5\n", "five\n").replace("12\n", "twelve\n");
    expect(patchOf(before, after)).toMatchInlineSnapshot(`
      "@@ -2,14 +2,14 @@
       2
       3
       4
      -5
      +five
       6
       7
       8
       9
       10
       11
      -12
      +twelve
       13
       14
       15
      "
    `);
    expect(
      diffLines(before, before.replace("5\n", "five\n").replace("13\n", "thirteen\n")).hunks,
    ).toHaveLength(2);
  });

  it("marks a missing final newline on the side that lacks it", () => {
    expect(patchOf("a\nb", "a\nb\n")).toBe("@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
    expect(patchOf("a\nb\n", "a\nb")).toBe("@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n");
  });

  it("counts from zero where a side has no lines", () => {
    expect(patchOf("", "a\n")).toBe("@@ -0,0 +1,1 @@\n+a\n");
    expect(patchOf("a\n", "")).toBe("@@ -1,1 +0,0 @@\n-a\n");
  });

  it("keeps a CR as part of its line", () => {
    expect(patchOf("a\r\nb\r\n", "a\r\nb\n")).toBe("@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n");
  });

  it("stays applicable with very long lines", () => {
    const before = `${"x".repeat(5000)}\nb\n`;
    const after = `${"x".repeat(4999)}y\nb\n`;
    expect(applyPatch(before, patchOf(before, after))).toBe(after);
  });

  it("gives one coarse but right change for a large block without anchors", () => {
    const before = "a\nb\n".repeat(3000);
    const after = "b\nb\na\n".repeat(2500);
    const diff = diffLines(before, after);
    expect(applyPatch(before, formatPatch(diff.hunks))).toBe(after);
  });

  it("ends soon on a full rewrite", () => {
    const before = Array.from({ length: 20_000 }, (_, i) => `old ${i}\n`).join("");
    const after = Array.from({ length: 20_000 }, (_, i) => `new ${i}\n`).join("");
    const start = process.cpuUsage();
    expect(diffLines(before, after)).toMatchObject({ added: 20_000, removed: 20_000 });
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  });
});

describe("hunksFromSpans", () => {
  const spansOf = fc.tuple(
    text,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 12 }), fc.constantFrom("", "z", "\n", "z\n", "a\nb", "\r\n")), {
      maxLength: 6,
    }),
  );

  it("gives a patch that leads to the spliced text", () => {
    fc.assert(
      fc.property(spansOf, ([before, raw]) => {
        const spans: Span[] = [];
        let at = 0;
        for (const [skip, length, replacement] of raw) {
          const start = at + (skip % 9);
          if (start + length > before.length) break;
          spans.push({ start, end: start + length, text: replacement });
          at = start + length;
        }
        let after = "";
        let from = 0;
        for (const span of spans) {
          after += before.slice(from, span.start) + span.text;
          from = span.end;
        }
        after += before.slice(from);
        const diff = hunksFromSpans(before, spans);
        const patch = formatPatch(diff.hunks);
        expect(applyPatch(before, patch)).toBe(after);
        expect(counts(patch)).toEqual({ added: diff.added, removed: diff.removed });
      }),
      { numRuns: 1000 },
    );
  });

  it("joins what replacements leave at an end without newline", () => {
    const spans = [
      { start: 2, end: 3, text: "b\nc" },
      { start: 3, end: 3, text: "\n" },
    ];
    expect(hunksFromSpans("a\na", spans)).toEqual(diffLines("a\na", "a\nb\nc\n"));
  });

  it("leaves out lines that a replacement repeats", () => {
    const before = "one\ntwo\nthree\n";
    const spans = [{ start: 0, end: before.length, text: "one\n2\nthree\n" }];
    expect(hunksFromSpans(before, spans)).toEqual(diffLines(before, "one\n2\nthree\n"));
  });

  it("refuses spans that overlap or leave the text", () => {
    expect(() =>
      hunksFromSpans("abc", [
        { start: 0, end: 2, text: "" },
        { start: 1, end: 3, text: "" },
      ]),
    ).toThrow(RangeError);
    expect(() => hunksFromSpans("abc", [{ start: 0, end: 9, text: "" }])).toThrow(RangeError);
  });
});

describe("applyPatch", () => {
  it("refuses what does not fit exactly", () => {
    const patch = patchOf("a\nb\nc\n", "a\nx\nc\n");
    expect(() => applyPatch("a\nB\nc\n", patch)).toThrow(
      new PatchError("line 2 of the text is not what the patch expects"),
    );
    expect(() => applyPatch("new\na\nb\nc\n", patch)).toThrow(PatchError);
    expect(() => applyPatch("a\nb\nc\n", patch.replace("-1,3", "-1,4"))).toThrow(PatchError);
    expect(() => applyPatch("a\n", "nonsense\n")).toThrow("line 1 of the patch is not a hunk header");
    expect(() => applyPatch("a\nb\r\n", patchOf("a\nb\n", "a\nc\n"))).toThrow(PatchError);
  });

  it("takes headers without counts", () => {
    expect(applyPatch("a\n", "@@ -1 +1 @@\n-a\n+b\n")).toBe("b\n");
  });
});

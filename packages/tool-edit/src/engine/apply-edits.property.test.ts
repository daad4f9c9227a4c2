import { applyPatch, formatPatch } from "@mm-agent/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "./apply-edits.js";

const piece = fc.constantFrom(
  "a",
  "b",
  "if x {",
  "}",
  " ",
  "  ",
  "\t",
  "\n",
  "\r\n",
  "\r",
  "\u{1F600}",
  "e\u0301",
  "\u2028",
  "\u00a0",
  "\uFEFF",
  "$&",
);
const text = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(""));
const runs = { numRuns: 400 };

test("an edit that is applied changes its spans and nothing else", () => {
  fc.assert(
    fc.property(
      text,
      fc.array(fc.record({ old: text, new: text }), { minLength: 1, maxLength: 3 }),
      (content, edits) => {
        const outcome = applyEdits(content, edits);
        if (outcome.refused !== undefined) return;
        let rest = content;
        for (const { start, end, text: fresh } of outcome.spans.toReversed())
          rest = rest.slice(0, start) + fresh + rest.slice(end);
        expect(outcome.content).toBe(rest);
      },
    ),
    runs,
  );
});

test("an exact edit equals the plain splice", () => {
  fc.assert(
    fc.property(text, text, text, text, (before, old, behind, fresh) => {
      const file = (before + old + behind).replaceAll("\r", "");
      const plain = old.replaceAll("\r", "");
      // A byte order mark is no part of the text.
      if (file.startsWith("\uFEFF")) return;
      if (plain === "" || file.indexOf(plain) !== file.lastIndexOf(plain) || !file.includes("\n")) return;
      const expected = file.replace(plain, () => fresh.replaceAll("\r", ""));
      const outcome = applyEdits(file, [
        { old: plain.replaceAll("\n", "\r\n"), new: fresh.replaceAll("\r", "") },
      ]);
      if (expected === file) expect(outcome.refused).toBe("no_change");
      else expect(outcome.refused === undefined && outcome.content).toBe(expected);
    }),
    runs,
  );
});

test("the diff leads from the old content to the new", () => {
  fc.assert(
    fc.property(
      text,
      fc.array(fc.record({ old: text, new: text }), { minLength: 1, maxLength: 3 }),
      (content, edits) => {
        const outcome = applyEdits(content, edits);
        if (outcome.refused !== undefined) return;
        expect(applyPatch(content, formatPatch(outcome.hunks))).toBe(outcome.content);
      },
    ),
    runs,
  );
});

test("a loose match never changes what is not blank outside its place, and never joins lines", () => {
  const line = fc
    .tuple(fc.constantFrom("", "\t", "  ", "    "), fc.constantFrom("a", "b", "c", ""))
    .map(([pad, word]) => (word === "" ? "" : pad + word));
  const lines = fc.array(line, { minLength: 3, maxLength: 10 });
  fc.assert(
    fc.property(
      lines,
      fc.nat(8),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom("", "\t", "   "),
      lines,
      (file, from, count, pad, fresh) => {
        const old = file.slice(from, from + count).map((each) => (each === "" ? "" : pad + each.trim()));
        const outcome = applyEdits(`${file.join("\n")}\n`, [{ old: old.join("\n"), new: fresh.join("\n") }]);
        if (outcome.refused !== undefined || outcome.looseMatches.length === 0) return;
        const words = (all: readonly string[]): string[] =>
          all.map((each) => each.trim()).filter((each) => each !== "");
        const at = outcome.looseMatches[0]?.line ?? 0;
        const length = old.join("\n").trim().split("\n").length;
        const expected = [
          ...words(file.slice(0, at - 1)),
          ...words(fresh),
          ...words(file.slice(at - 1 + length)),
        ];
        expect(words(outcome.content.split("\n"))).toEqual(expected);
      },
    ),
    runs,
  );
});

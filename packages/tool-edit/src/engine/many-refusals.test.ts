import { expect, test } from "vitest";
import { applyEdits } from "./apply-edits.js";

const LINE = "it must match the file exactly, including indentation and line breaks";

function file(lines: number): string {
  return Array.from(
    { length: lines },
    (_, i) => `${"\t".repeat(i % 4)}const value${i} = compute(${i});\n`,
  ).join("");
}

/** `old` of three lines of which the middle one is wrong. */
function nearMiss(line: number): string {
  const at = (i: number): string => `const value${i} = compute(${i});`;
  return `${at(line)}\n${at(line + 1)} // other\n${at(line + 2)}`;
}

test("shows five edits that were not found in full, and a line for each of the others", () => {
  const edits = Array.from({ length: 7 }, (_, i) => ({ old: nearMiss(i * 10), new: "x" }));
  edits.push({ old: "nothing\nof this", new: "x" });
  const outcome = applyEdits(file(100), edits, { path: "f" });
  if (outcome.refused === undefined) throw new Error("applied");
  expect(outcome.message.match(/copy these lines/g)).toHaveLength(5);
  expect(outcome.message.split("\n").slice(-4)).toEqual([
    `f: edit #6: old text not found — ${LINE}; lines 51-53 come closest to it`,
    `f: edit #7: old text not found — ${LINE}; lines 61-63 come closest to it`,
    `f: edit #8: old text not found — ${LINE}`,
    "nothing was written: 8 of 8 edits refused",
  ]);
  expect(outcome.problems.map(({ closest }) => closest)).toEqual([
    ...[0, 10, 20, 30, 40, 50, 60].map((line) => ({ from: line + 1, to: line + 3 })),
    null,
  ]);
});

const REPETITIVE = Array.from({ length: 20_000 }, (_, i) => `some statement ${i % 40};\n`).join("");

test.each<[string, (index: number) => string, string?]>([
  [
    "many places equally close",
    (i) => `some statement ${i % 40};\nwrong ${i}\nsome statement ${(i + 2) % 40};`,
    REPETITIVE,
  ],
  ["a near miss", (i) => nearMiss(i * 30)],
  ["nothing close", (i) => `nothing ${i}\nof this\nis there`],
  [
    "twenty lines, half of them close",
    (i) => Array.from({ length: 10 }, (_, k) => nearMiss(i * 30 + k)).join("\n"),
  ],
])("500 edits that are not found in 20,000 lines cost little: %s", (_, old, text = file(20_000)) => {
  const edits = Array.from({ length: 500 }, (_, i) => ({ old: old(i), new: "x" }));
  const before = process.cpuUsage();
  const outcome = applyEdits(text, edits);
  const { user, system } = process.cpuUsage(before);
  expect(outcome.refused !== undefined && outcome.problems).toHaveLength(500);
  expect((user + system) / 1000).toBeLessThan(3000);
});

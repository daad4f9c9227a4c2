import { expect, it } from "vitest";
import { previewOf } from "./preview.js";

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");

it("shows the first lines, indented, and says how many more there are", () => {
  expect(previewOf(lines(3), { limit: 10 })).toEqual(["   line 1", "   line 2", "   line 3"]);
  expect(previewOf(`${lines(3)}\n\n`, { limit: 2 })).toEqual(["   line 1", "   line 2", "   … 1 more line"]);
});

it("says so when there is no output, and shows nothing for 0 lines", () => {
  expect(previewOf(" \n", { limit: 10 })).toEqual(["   (no output)"]);
  expect(previewOf("a", { limit: 0 })).toEqual([]);
});

it("keeps the last line of a failure, where it says what went wrong", () => {
  expect(previewOf(`${lines(5)}\n[exit code: exit status 2]`, { limit: 3, keepLast: true })).toEqual([
    "   line 1",
    "   line 2",
    "   … 3 more lines",
    "   [exit code: exit status 2]",
  ]);
});

it("cuts lines to the space there is and cleans them", () => {
  expect(previewOf("\x1b[31mabc\tdef", { limit: 2, fit: (line) => line.slice(0, 5) })).toEqual(["   abc  "]);
});

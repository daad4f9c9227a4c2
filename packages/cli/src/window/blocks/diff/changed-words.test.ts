import { assert, constantFrom, property, string } from "fast-check";
import { expect, it } from "vitest";
import { changedWords } from "./changed-words.js";

const shown = (before: string, after: string): string[] | undefined => {
  const words = changedWords(before, after);
  return (
    words &&
    [words.before, words.after].map((side) =>
      side.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(""),
    )
  );
};

it("marks the words that changed", () => {
  expect(shown("const a = now() + 1;", "const b = now() + 12;")).toEqual([
    "const [a] = now() + [1];",
    "const [b] = now() + [12];",
  ]);
  expect(shown("return x", "return await x")).toEqual(["return x", "return [await ]x"]);
  expect(shown("die Größe des 家族", "die Größen des 家族")).toEqual([
    "die [Größe] des 家族",
    "die [Größen] des 家族",
  ]);
});

it("marks nothing where two lines have little in common, or too many words", () => {
  expect(shown("import a", "export default function")).toBeUndefined();
  expect(shown("", "")).toBeUndefined();
  expect(shown("a ".repeat(200), "a ".repeat(201))).toBeUndefined();
});

it("loses nothing", () => {
  const line = string({ unit: constantFrom("a", "b", " ", ".", "家", "é") });
  assert(
    property(line, line, (before, after) => {
      const words = changedWords(before, after);
      if (!words) return;
      expect(words.before.map(({ text }) => text).join("")).toBe(before);
      expect(words.after.map(({ text }) => text).join("")).toBe(after);
      const same = (side: typeof words.before): string =>
        side
          .filter(({ changed }) => !changed)
          .map(({ text }) => text)
          .join("");
      expect(same(words.before)).toBe(same(words.after));
    }),
  );
});

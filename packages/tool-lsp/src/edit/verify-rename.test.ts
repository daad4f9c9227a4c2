import { expect, test } from "vitest";
import { textLines } from "../text/text-lines.js";
import { findForeignEdit } from "./verify-rename.js";

/** Whether replacing the whole of `before` by `after` is accepted for greet → hello. */
const accepts = (before: string, after: string): boolean => {
  const lines = textLines(before);
  const end = { line: lines.count - 1, character: lines.line(lines.count - 1).length };
  return (
    findForeignEdit(
      lines,
      [{ range: { start: { line: 0, character: 0 }, end }, newText: after }],
      { from: "greet", to: "hello" },
      "utf-16",
    ) === undefined
  );
};

test.each([
  ["greet", "hello"],
  ['"greet"', '"hello"'],
  ["#greet", "#hello"],
  ["greet", "greet: hello"],
  ["greet", "hello: greet"],
  ["greet", "greet as hello"],
  ["", "hello: "],
  ["example.com/greet", "example.com/hello"],
  ["say greet\n// greet\n", "say hello\n// greet\n"],
  ["greet-", "hello-"],
])("%j → %j is a rename", (before, after) => {
  expect(accepts(before, after)).toBe(true);
});

test.each([
  ["say", "hello"],
  ["", "rm -rf hello"],
  ["say greet", "say hello again"],
  ["say greet", "shout hello"],
  ["a = greet", "a += hello"],
  ["", ""],
])("%j → %j is not", (before, after) => {
  expect(accepts(before, after)).toBe(false);
});

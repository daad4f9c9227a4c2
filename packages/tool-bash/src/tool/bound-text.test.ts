import { expect, test } from "vitest";
import { boundText } from "./bound-text.js";

test("a text within the limit is not touched", () => {
  expect(boundText("abc", 3, "middle")).toBe("abc");
  expect(boundText("", 0, "end")).toBe("");
});

test("the middle or the end goes, and the cut counts what is missing", () => {
  const text = "x".repeat(500);
  expect(boundText(text, 60, "end")).toBe(`${"x".repeat(25)}\n[... 475 characters left out ...]`);
  expect(boundText(text, 60, "middle", "grep")).toBe(
    `${"x".repeat(10)}\n[... 481 characters left out: grep ...]\n${"x".repeat(9)}`,
  );
});

test("no surrogate pair is cut and the limit holds, whatever it is", () => {
  const text = "🛠a".repeat(200);
  for (let max = 0; max < 200; max++) {
    for (const where of ["end", "middle"] as const) {
      const cut = boundText(text, max, where, "hint");
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(Buffer.from(cut).toString()).toBe(cut);
    }
  }
});

test("cuts fall on line ends where one is near", () => {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i}`).join("\n");
  const [head, tail] = boundText(lines, 200, "middle").split(/\[.*\]\n/);
  expect(head?.endsWith("\n")).toBe(true);
  expect(tail?.startsWith("line ")).toBe(true);
});

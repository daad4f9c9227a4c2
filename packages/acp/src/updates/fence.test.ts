import { expect, it } from "vitest";
import { fence } from "./fence.js";
import { fitText, jsonBytes } from "./fit-text.js";

it("a fence is longer than any run of backticks within", () => {
  expect(fence("one line")).toBe("one line");
  expect(fence("a\nb")).toBe("```\na\nb\n```");
  expect(fence("a *b*")).toBe("```\na *b*\n```");
  expect(fence("````\nx\n````\n", "md")).toBe("`````md\n````\nx\n````\n`````");
});

it("a text is cut to its bytes in JSON", () => {
  expect(fitText("short", 100)).toBe("short");
  const cut = fitText("\u0001é".repeat(20_000), 10_000);
  expect(jsonBytes(cut)).toBeLessThanOrEqual(10_000);
  expect(cut.length).toBeGreaterThan(1000);
});

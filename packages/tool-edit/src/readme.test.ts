import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { applyEdits } from "./engine/apply-edits.js";

test("the example of the README prints what it says", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, code = "", shown = ""] = /```js\n(.*?)```\n\nprints\n\n```\n(.*?)```/s.exec(readme) ?? [];
  const [first, ...lines] = code.split("\n").filter((line) => line !== "");
  expect(first).toBe('import { applyEdits } from "@mm-agent/tool-edit/engine";');
  const printed: unknown[] = [];
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the example is our own text
  const run = new Function("applyEdits", "console", lines.join("\n")) as (...given: unknown[]) => void;
  run(applyEdits, { log: (text: unknown) => printed.push(text) });
  expect(printed.join("\n")).toBe(shown);
});

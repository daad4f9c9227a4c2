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

test("the refusal of the README and its problems are real", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, json = ""] = /```json\n(.*?)```/s.exec(readme) ?? [];
  const [, shown = ""] = /```\n(main\.go: edit #1: .*?)\n```/s.exec(readme) ?? [];
  const file = "package main\n\nfunc main() {\n\tcount := 1\n\tprint(count)\n}\n";
  const old = "func main() {\n    count := 2\n    print(count)\n}";
  const outcome = applyEdits(file, [{ old, new: "x" }], { path: "main.go" });
  if (outcome.refused === undefined) throw new Error("applied");
  expect(outcome.message).toBe(shown);
  const [problem] = JSON.parse(json) as { message: string }[];
  expect(outcome.problems).toHaveLength(1);
  expect({ ...outcome.problems[0], message: "" }).toEqual({ ...problem, message: "" });
  expect(outcome.problems[0]?.message.startsWith(problem?.message.replace("…", "") ?? "?")).toBe(true);
});

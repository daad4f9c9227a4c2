import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { expect, it } from "vitest";
import * as client from "./client.js";
import { fake } from "./fixtures/open-ask.js";
import { expectNoneLeft, newMark } from "./fixtures/processes.js";

it("the README's example asks an agent and leaves no process", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, code = ""] = /```js\n([^]*?)```/.exec(readme) ?? [];
  const [first, ...lines] = code.split("\n");
  expect(first).toBe('import { startAgent } from "@mm-agent/tool-ask/client";');
  const folder = tempFolder();
  const words = fake().map((word) => `'${word}'`);
  writeFileSync(join(folder, "gemini"), `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`, { mode: 0o755 });
  const mark = newMark();
  const env = { PATH: `${folder}:${process.env["PATH"] ?? ""}`, FAKE_ECHO: "1", MM_TEST_MARK: mark };
  const printed: unknown[] = [];
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the example is our own text
  const run = new Function(
    "startAgent",
    "process",
    "console",
    `return (async () => {\n${lines.join("\n")}\n})()`,
  ) as (...given: unknown[]) => Promise<void>;
  const start: typeof client.startAgent = (command, options) =>
    client.startAgent({ ...command, command: join(folder, command.command) }, options);
  await run(start, { env, cwd: () => folder }, { log: (...values: unknown[]) => printed.push(...values) });
  expect(printed).toEqual(["end_turn", "EXPLAIN THIS PROJECT IN ONE SENTENCE."]);
  await expectNoneLeft(mark);
});

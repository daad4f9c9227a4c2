import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as client from "./client.js";
import { makeProject, packageFolder, testEnv } from "./fixtures/harness.js";

test("the example of the README finds a definition and an error", { timeout: 120_000 }, async () => {
  const project = makeProject({
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }',
    "src/greet.ts":
      "export function greet(name: string): string {\n  return name;\n}\n\nconst text = greet(1);\nexport { text };\n",
  });
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, code = ""] = /```js\n(.*?)```/s.exec(readme) ?? [];
  const [first, ...lines] = code.split("\n");
  expect(first).toBe(
    'import { LanguageServerPool, diagnose, resolveServers } from "@mm-agent/tool-lsp/client";',
  );
  const printed: unknown[] = [];
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the example is our own text
  const run = new Function(
    "client",
    "process",
    "console",
    `return (async () => { const { LanguageServerPool, diagnose, resolveServers } = client;\n${lines.join("\n")}\n})()`,
  ) as (...given: unknown[]) => Promise<void>;
  const env = testEnv(
    [
      join(packageFolder("../../../node_modules/.bin")),
      "/usr/bin",
      "/bin",
      ...(process.env["PATH"] ?? "").split(":").filter((folder) => folder.includes("node")),
    ].join(":"),
  );
  await run(
    client,
    { cwd: () => project.dir, env },
    { log: (...values: unknown[]) => printed.push(...values) },
  );
  expect(printed).toEqual([
    { start: { line: 0, character: 16 }, end: { line: 0, character: 21 } },
    "fresh",
    ["Argument of type 'number' is not assignable to parameter of type 'string'."],
  ]);
  project.remove();
});

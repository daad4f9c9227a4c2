import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestContext } from "@mm-agent/core/testing";
import { expect, it } from "vitest";

it("the README's example runs and gives what it says", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const code = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? "";
  const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const file = join(createTestContext().ctx.cwd, "example.ts");
  writeFileSync(
    file,
    code
      .replace("@mm-agent/core/testing", source("../../core/src/testing/index.ts"))
      .replace("@mm-agent/tool-skill", source("./index.ts")),
  );
  const { default: text } = (await import(/* @vite-ignore */ file)) as { default: string };
  expect(text).toBe("---\ndescription: Ship it: build, test, push\n---\n1. npm run build\n");
});

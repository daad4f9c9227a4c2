import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the example of the README prints what it says", async () => {
  const script = fileURLToPath(new URL("fixtures/readme.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const said = /prints\n\n```\n([^]*?)```/.exec(readme)?.[1];
  expect(stdout.replaceAll("\u00A0", " ")).toBe(said?.replaceAll("\u00A0", " "));
});

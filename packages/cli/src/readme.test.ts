import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runMm, tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { EXIT } from "./exit-codes.js";
import { COMMANDS } from "./commands/table.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

function example(file: string): string {
  const code = /```ts\n([^]*?)```/.exec(read(file))?.[1];
  if (code === undefined) throw new Error(`${file} has no example`);
  return code;
}

async function callAsPlugin(code: string, args: string[]): Promise<string> {
  const cwd = tempFolder();
  mkdirSync(join(cwd, ".mm"));
  writeFileSync(join(cwd, ".mm/config.yaml"), "plugins:\n  - use: ./example.ts\n");
  writeFileSync(join(cwd, ".mm/example.ts"), code);
  writeFileSync(join(cwd, "a.txt"), "one two three");
  const run = await runMm(["call", ...args, "--trust"], { cwd });
  expect(run.stderr).toBe("");
  expect(run.code, run.stdout).toBe(0);
  return run.stdout;
}

describe("examples of the READMEs", () => {
  it("the plugin of the root README rolls dice", async () => {
    const rolled = await callAsPlugin(example("README.md"), ["roll", '{"sides": 6, "times": 4}']);
    expect(rolled).toMatch(/^([1-6] ){3}[1-6]\n$/);
  });

  it("the tool of core's README counts words", async () => {
    const code = `${example("packages/core/README.md")}\nexport default wordCount;`;
    expect(await callAsPlugin(code, ["word_count", '{"path": "a.txt"}'])).toBe("3 words\n");
  });
});

it("the README names every exit code and the set-up commands that package.json has", () => {
  for (const code of Object.values(EXIT)) expect(read("README.md")).toContain(`| ${code} |`);
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  for (const [, name] of read("README.md").matchAll(/^npm (?:run )?([\w:]+)/gm))
    expect(scripts).toHaveProperty([name ?? ""]);
});

it("the packages have a README with one sentence, and AGENTS.md names every package", () => {
  for (const [, folder] of read("AGENTS.md").matchAll(/^ {2}([a-z-]+)\//gm))
    expect(read(`packages/${folder}/README.md`)).toMatch(/^# @mm-agent\//);
  expect(Object.keys(COMMANDS).length).toBeGreaterThan(3);
});

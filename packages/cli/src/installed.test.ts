import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { cleanEnv, tempFolder } from "@mm-agent/testkit";
import { beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, "../../../scripts/bench-install.mjs");

// One installation from packed tarballs, outside of the workspace, as people get it.
const prefix = tempFolder("mm-installed-");
const home = tempFolder();
let size: { readonly mib: number; readonly packages: number };

beforeAll(async () => {
  const { stdout } = await run(process.execPath, [SCRIPT, "--no-build", "--json", "--into", prefix], {
    timeout: 110_000,
  });
  [size] = JSON.parse(stdout) as [typeof size];
}, 120_000);

const mm = (...args: string[]) =>
  run(process.execPath, [join(prefix, "node_modules/@mm-agent/cli/dist/bin.js"), ...args], {
    cwd: home,
    env: cleanEnv(home),
    timeout: 60_000,
  });
const put = (name: string, content: string): string => {
  const file = join(home, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, content);
  return file;
};
const tool = (name: string) => `{ name: "${name}", kind: "think", description: "Says ${name}.",
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] }, run: ({ text }) => "${name}: " + text }`;

describe("mm installed from its tarballs", () => {
  it("is small and brings the licences of what is bundled", () => {
    expect(size.mib).toBeLessThan(12);
    expect(size.packages).toBeLessThanOrEqual(6);
    const notices = readFileSync(
      join(prefix, "node_modules/@mm-agent/cli/dist/THIRD-PARTY-NOTICES.txt"),
      "utf8",
    );
    for (const name of ["@anthropic-ai/sdk", "yaml", "@cfworker/json-schema", "parse5", "vscode-jsonrpc"])
      expect(notices).toContain(`\n${name} `);
    expect(existsSync(join(prefix, "node_modules/openai"))).toBe(false);
  });

  it("runs", async () => {
    expect((await mm("--version")).stdout).toMatch(/^mm \d+\.\d+\.\d+\n$/);
    expect((await mm("call", "bash", '{"command": "echo hi"}', "--yolo")).stdout).toBe("hi\n");
    expect((await mm("demo")).stdout).toContain("What changed");
  });

  it("uses a plugin that is one TypeScript file", async () => {
    const plugin = put(
      "plugins/shout.ts",
      `import { definePlugin, defineTool } from "@mm-agent/core";
enum Mark { loud = "!" }
export default definePlugin({
  name: "shout",
  tools: () => [
    defineTool({
      name: "shout",
      kind: "think",
      description: "Says a text louder.",
      input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      run: ({ text }: { text: string }) => text.toUpperCase() + Mark.loud,
    }),
  ],
});
`,
    );
    put("config/mm/config.yaml", `plugins:\n  - use: ${plugin}\n`);
    expect((await mm("call", "shout", '{"text": "hi"}')).stdout).toBe("HI!\n");
  });

  it("uses a plugin that is an npm package", async () => {
    put(
      "node_modules/mm-plugin-echo/package.json",
      '{"name": "mm-plugin-echo", "version": "2.1.0", "type": "module", "exports": "./index.js"}',
    );
    put(
      "node_modules/mm-plugin-echo/index.js",
      `export default { apiVersion: 1, name: "echo", setup: async () => ({ tools: [${tool("echo")}] }) };\n`,
    );
    put("config/mm/config.yaml", "plugins:\n  - mm-plugin-echo\n");
    expect((await mm("call", "echo", '{"text": "hi"}')).stdout).toBe("echo: hi\n");
    expect((await mm("tools")).stdout).toContain("echo  (think, echo 2.1.0)");
  });
});

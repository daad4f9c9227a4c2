// Measures the search tools on a tree of 50,000 files in the temp folder. `npm run bench:search`; build first.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestContext } from "@mm-agent/core/testing";
import plugin from "@mm-agent/tool-search";
import { makeTree } from "./make-tree.mjs";

const ROUNDS = 7;
const root = realpathSync(mkdtempSync(join(tmpdir(), "mm-search-bench-")));
try {
  const { needle, files } = makeTree(root);
  console.log(`${files} files`);
  const { ctx } = createTestContext({ cwd: root, env: { ...process.env }, maxOutput: 200_000 });
  const tool = (name, engine) =>
    Promise.resolve(plugin.setup({ config: { engine }, cwd: root, workspace: ctx.workspace })).then(
      ({ tools }) => tools.find((one) => one.name === name),
    );
  const rg = await rgPath();
  const bare = ["--hidden", "--no-require-git", "-g", "!.git", "--no-heading", "-n", "-e", needle, "./"];
  // Warms the page cache for everyone.
  execFileSync(rg, bare, { cwd: root, stdio: "ignore" });

  const lines = spawnSync(rg, bare, { cwd: root, encoding: "utf8" }).stdout.trim().split("\n");
  const expected = lines
    .map((line) => line.slice(2))
    .toSorted(byPath)
    .join("\n");
  const engines = [
    { name: "@vscode/ripgrep", goal: 1.3 },
    { name: "javascript", goal: 8 },
  ];
  for (const engine of engines)
    Object.assign(engine, { grep: await tool("grep", engine.name), ms: [], grown: 0 });
  const bareMs = [];
  // In turns, so that whatever else the machine does meets all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    bareMs.push(await timed(() => execFileSync(rg, bare, { cwd: root, maxBuffer: 1 << 28 })));
    for (const engine of engines) {
      const before = process.memoryUsage().rss;
      const watch = setInterval(() => {
        engine.grown = Math.max(engine.grown, process.memoryUsage().rss - before);
      }, 5);
      engine.ms.push(
        await timed(async () => {
          engine.text = (await engine.grep.run({ pattern: needle }, ctx)).text;
        }),
      );
      clearInterval(watch);
    }
  }
  report("bare rg", Math.min(...bareMs));
  for (const { name, goal, ms, grown, text } of engines) {
    const factor = (Math.min(...ms) / Math.min(...bareMs)).toFixed(2);
    const same = text === expected ? "same result" : "OTHER RESULT";
    report(
      `grep, ${name}`,
      Math.min(...ms),
      `${factor} x bare rg (goal ${goal}), ${same}, memory +${megabytes(grown)}`,
    );
  }

  const find = await tool("find", "auto");
  const before = process.memoryUsage().rss;
  const used = process.cpuUsage();
  const first = await timed(() => find.run({ query: "usrcart7" }, ctx));
  const firstCpu = cpuSince(used);
  const warm = [];
  const usedWarm = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1)
    warm.push(await timed(() => find.run({ query: "usrcart12" }, ctx)));
  const warmCpu = Math.round(cpuSince(usedWarm) / ROUNDS);
  report("find, first", first, `goal 1000, CPU ${firstCpu} ms`);
  report(
    "find, warm",
    Math.min(...warm),
    `goal 150, CPU ${warmCpu} ms, memory +${megabytes(process.memoryUsage().rss - before)}`,
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Milliseconds. */
async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of all threads, which other programs of the machine do not change. */
function cpuSince(used) {
  const { user, system } = process.cpuUsage(used);
  return Math.round((user + system) / 1000);
}

function report(what, ms, more = "") {
  console.log(`${what.padEnd(24)} ${String(Math.round(ms)).padStart(6)} ms  ${more}`);
}

function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}

function byPath(a, b) {
  const [one, other] = [a.slice(0, a.indexOf(":")), b.slice(0, b.indexOf(":"))];
  return one < other ? -1 : one > other ? 1 : 0;
}

async function rgPath() {
  return (await import("@vscode/ripgrep")).rgPath;
}

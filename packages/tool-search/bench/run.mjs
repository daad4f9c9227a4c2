// Measures the search tools on a tree of 50,000 files in the temp folder. `npm run bench:search`; build first.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestContext } from "@mm-agent/core/testing";
import plugin from "@mm-agent/tool-search";
import { makeTree } from "./make-tree.mjs";

const ROUNDS = 5;
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

  const bareMs = best(ROUNDS, () => execFileSync(rg, bare, { cwd: root, maxBuffer: 1 << 28 }));
  const lines = spawnSync(rg, bare, { cwd: root, encoding: "utf8" }).stdout.trim().split("\n");
  const expected = lines
    .map((line) => line.slice(2))
    .toSorted(byPath)
    .join("\n");
  report("bare rg", await bareMs);
  for (const [engine, factor] of [
    ["@vscode/ripgrep", 1.3],
    ["javascript", 8],
  ]) {
    const grep = await tool("grep", engine);
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    let result;
    const ms = await best(ROUNDS, async () => {
      result = await grep.run({ pattern: needle }, ctx);
    });
    clearInterval(watch);
    const same = result.text === expected ? "same result" : "OTHER RESULT";
    report(
      `grep, ${engine}`,
      ms,
      `${(ms / (await bareMs)).toFixed(2)} x bare rg (goal ${factor}), ${same}, memory +${megabytes(peak - before)}`,
    );
  }

  const find = await tool("find", "auto");
  const before = process.memoryUsage().rss;
  const first = await best(1, () => find.run({ query: "usrcart7" }, ctx));
  const warm = await best(ROUNDS, () => find.run({ query: "usrcart12" }, ctx));
  report("find, first", first, "goal 1000");
  report("find, warm", warm, `goal 150, memory +${megabytes(process.memoryUsage().rss - before)}`);
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function best(rounds, work) {
  let ms = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await work();
    ms = Math.min(ms, performance.now() - start);
  }
  return ms;
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

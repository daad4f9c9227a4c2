// Measures the engine from its sources. Usage: npm run bench
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";

const TICK_MS = 10;
const RUNS = 40;
const jiti = createJiti(import.meta.url);
const source = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const { runCommand } = await jiti.import(source("run/run-command.ts"));
const { LiveText } = await jiti.import(source("clean/live-text.ts"));

const env = { PATH: process.env.PATH };
const run = (command, more) => runCommand({ command, cwd: "/", env, timeoutMs: 60_000, ...more });

/** CPU milliseconds of this process and of the children it has waited for: utime, stime, cutime, cstime of proc(5). */
function cpuMs() {
  const stat = readFileSync("/proc/self/stat", "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}

async function measure(count, action) {
  const cpu = cpuMs();
  const wall = performance.now();
  for (let i = 0; i < count; i++) await action();
  return { cpu: (cpuMs() - cpu) / count, wall: (performance.now() - wall) / count };
}

function bare() {
  return once(spawn("bash", ["-c", "true"], { stdio: "ignore", env }), "exit");
}

async function rssGrowth(action) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  const began = performance.now();
  await action();
  const ms = performance.now() - began;
  clearInterval(timer);
  return { ms, mib: (Math.max(peak, process.memoryUsage.rss()) - before) / 1024 / 1024 };
}

async function cancelToReturn(command) {
  const abort = new AbortController();
  const running = run(command, { signal: abort.signal });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const at = performance.now();
  abort.abort();
  await running;
  return performance.now() - at;
}

await measure(5, bare);
await measure(5, () => run("true"));
const plain = await measure(RUNS, bare);
const ours = await measure(RUNS, () => run("true"));
const live = new LiveText(() => undefined);
const flood = await rssGrowth(() =>
  run("head -c 200000000 /dev/zero | tr '\\0' x", { onOutput: (chunk) => live.add(chunk) }),
);
live.end();
const progress = await rssGrowth(() => run("yes '50%' | tr '\\n' '\\r' | head -c 50000000"));

console.table([
  { what: "bare bash -c true, CPU ms", measured: plain.cpu.toFixed(1), goal: "" },
  { what: "runCommand true, CPU ms", measured: ours.cpu.toFixed(1), goal: "" },
  { what: "overhead, CPU ms", measured: (ours.cpu - plain.cpu).toFixed(1), goal: "<= 40" },
  { what: "overhead, wall ms", measured: (ours.wall - plain.wall).toFixed(1), goal: "" },
  { what: "200 MB in one line, wall ms", measured: flood.ms.toFixed(0), goal: "<= 10000" },
  { what: "200 MB in one line, RSS growth MiB", measured: flood.mib.toFixed(1), goal: "<= 64" },
  { what: "50 MB of one progress bar, wall ms", measured: progress.ms.toFixed(0), goal: "" },
  { what: "50 MB of one progress bar, RSS growth MiB", measured: progress.mib.toFixed(1), goal: "<= 64" },
  {
    what: "cancel to return, sleep, ms",
    measured: (await cancelToReturn("sleep 100")).toFixed(0),
    goal: "<= 1500",
  },
  {
    what: "cancel to return, TERM trapped, ms",
    measured: (await cancelToReturn("trap '' TERM; sleep 100; sleep 100")).toFixed(0),
    goal: "<= 1500",
  },
]);

// `npm run bench:start`: how long the built mm takes against a bare agent loop over node:http, in one run. Medians of 7, runs
// in turn so that a busy machine hits all alike; the gates are ratios. Options: --runs <n>, --bin <file>, --no-gate.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./install.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "7" },
    bin: { type: "string" },
    "no-gate": { type: "boolean" },
    node: { type: "string" },
  },
});
const RUNS = Number(values.runs);
const MM = values.bin ?? `${root}packages/cli/dist/bin.js`;
const NODE = values.node ?? process.execPath;
const FLOOR = `${root}scripts/bench/floor.mjs`;
const USAGE = `${root}scripts/bench/report-usage.cjs`;
const RSS = { goal: 60, gate: 80 };

const home = mkdtempSync(join(tmpdir(), "mm-bench-"));
const server = spawn(NODE, [`${root}scripts/bench/model-server.mjs`], {
  stdio: ["ignore", "pipe", "inherit"],
});
const port = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(Number(text))));
const url = `http://127.0.0.1:${port}`;
const env = {
  PATH: process.env.PATH,
  HOME: home,
  XDG_CONFIG_HOME: join(home, "config"),
  XDG_STATE_HOME: join(home, "state"),
  FLOOR_URL: `${url}/v1`,
  BENCH_USAGE: join(home, "usage.json"),
};
const openai = ["--base-url", `${url}/v1`, "-m", "bench", "--yolo"];
const anthropic = ["--provider", "anthropic", "--base-url", url, "-m", "claude-bench"];
/** @type {[name: string, mm: string[], floor: string[], goal: number, gate: number, requests: number][]} */
const CASES = [
  ["--version", ["--version"], ["--version"], 1.1, 1.3, 0],
  ["--help", ["--help"], ["--help"], 1.2, 1.5, 0],
  ["-p, one answer", ["-p", "hello", ...openai], ["-p", "hello"], 1.8, 2.2, 1],
  ["-p, anthropic", ["-p", "hello", ...anthropic], ["-p", "hello"], 2.1, 2.6, 1],
  ["-p, one tool call", ["-p", "tool", ...openai], ["-p", "tool"], 1.8, 2.2, 2],
  ["-p, 20,000 deltas", ["-p", "flood", ...openai], ["-p", "flood"], 1.4, 2.0, 1],
];

function run(args, measured) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(NODE, [...(measured ? ["-r", USAGE] : []), ...args], {
      env,
      cwd: home,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (text) => (errors += text));
    child.on("close", (code) => {
      if (code !== 0) return reject(new Error(`${args.join(" ")}: exit ${code}\n${errors}`));
      resolve({
        ms: performance.now() - started,
        ...(measured ? JSON.parse(readFileSync(env.BENCH_USAGE, "utf8")) : {}),
      });
    });
  });
}
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const requests = async () => Number(await (await fetch(`${url}/count`)).text());

let failed = 0;
try {
  const rows = CASES.map((one) => ({ one, mm: [], floor: [], cpu: [], floorCpu: [], rss: [] }));
  for (let i = -1; i < RUNS; i++) {
    for (const row of rows) {
      const [, mmArgs, floorArgs, , , wanted] = row.one;
      await requests();
      const mm = await run([MM, ...mmArgs], false);
      const sent = await requests();
      if (sent !== wanted)
        throw new Error(`mm ${mmArgs.join(" ")} made ${String(sent)} model requests, not ${String(wanted)}`);
      const floor = await run([FLOOR, ...floorArgs], false);
      // The first round warms the disk cache.
      if (i < 0) continue;
      row.mm.push(mm.ms);
      row.floor.push(floor.ms);
      if (i >= 3) continue;
      const usage = await run([MM, ...mmArgs], true);
      row.cpu.push(usage.cpu);
      row.rss.push(usage.rss);
      row.floorCpu.push((await run([FLOOR, ...floorArgs], true)).cpu);
    }
  }
  console.log(`Node ${process.version}, medians of ${RUNS}\n`);
  console.log(
    "case               |   mm ms | floor ms | ratio | goal | gate | cpu ratio | RSS MiB | requests",
  );
  for (const { one, mm, floor, cpu, floorCpu, rss } of rows) {
    const [name, , , goal, gate, sent] = one;
    const ratio = median(mm) / median(floor);
    const memory = median(rss);
    const bad = ratio > gate || (memory > RSS.gate && !name.includes("deltas"));
    if (bad) failed += 1;
    const cells = [
      name.padEnd(18),
      median(mm).toFixed(0).padStart(7),
      median(floor).toFixed(0).padStart(8),
      ratio.toFixed(2).padStart(5),
      goal.toFixed(1).padStart(4),
      gate.toFixed(1).padStart(4),
      (median(cpu) / median(floorCpu)).toFixed(2).padStart(9),
      memory.toFixed(0).padStart(7),
      String(sent).padStart(8),
    ];
    console.log(`${cells.join(" | ")}${bad ? "  GATE" : ""}`);
  }
  console.log(`\nRSS: goal ${RSS.goal} MiB, gate ${RSS.gate} MiB`);
} finally {
  server.kill();
  rmSync(home, { recursive: true, force: true });
}
if (failed > 0 && !values["no-gate"]) {
  console.error(`${failed} gates do not hold`);
  process.exit(1);
}

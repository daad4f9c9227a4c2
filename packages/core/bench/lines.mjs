import { execFileSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";

const SIZE = 2_000_000_000;

/** A range at the head and one at the end of a 2 GB file, against `wc -l`. */
export async function benchLines(load, folder) {
  const path = join(folder, "large.txt");
  const block = Buffer.from(
    Array.from({ length: 25_000 }, (_, i) => `line ${i} of some plain text, ${"x".repeat(i % 40)}\n`).join(
      "",
    ),
  );
  const out = createWriteStream(path);
  let lines = 0;
  for (let bytes = 0; bytes < SIZE; bytes += block.length) {
    if (!out.write(block)) await once(out, "drain");
    lines += 25_000;
  }
  out.end();
  await once(out, "finish");
  const wc = execFileSync(
    "bash",
    ["-c", `TIMEFORMAT='%U %S'; { time wc -l < "$0" > /dev/null; } 2>&1`, path],
    {
      encoding: "utf8",
    },
  )
    .trim()
    .split(" ")
    .reduce((sum, part) => sum + Number(part), 0);
  console.log(`\n2 GB, ${lines} lines; wc -l takes ${Math.round(wc * 1000)} ms of CPU`);
  const ranges = [
    ["head", 1000, 1100],
    ["end", lines - 100, lines],
  ];
  for (const [name, from, to] of ranges) {
    const args = [import.meta.filename, load("lines"), path, String(from), String(to)];
    const { cpu, wall, growth, total } = JSON.parse(
      execFileSync(process.execPath, args, { encoding: "utf8" }),
    );
    console.log(
      `${name.padEnd(6)} CPU ${cpu} ms (${(cpu / wc / 1000).toFixed(2)} x wc), wall ${wall} ms, memory +${growth} MB, total ${total ?? "not counted"}`,
    );
  }
}

if (process.argv[1] === import.meta.filename) {
  const [module, real, from, to] = process.argv.slice(2);
  const { readLines } = await import(module);
  const memory = process.resourceUsage().maxRSS;
  const wall = performance.now();
  const start = process.cpuUsage();
  const range = await readLines({ real, shown: real }, Number(from), Number(to));
  const used = process.cpuUsage(start);
  console.log(
    JSON.stringify({
      cpu: Math.round((used.user + used.system) / 1000),
      wall: Math.round(performance.now() - wall),
      growth: Math.round((process.resourceUsage().maxRSS - memory) / 1024),
      total: range.total,
    }),
  );
}

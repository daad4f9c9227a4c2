import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWorkspace } from "@mm-agent/core";
import { printFigure } from "./figures.js";

const MEGABYTES = 512;
const LINE = "some line of text that is exactly fifty characters\n";

/** Ranges of a file too large to hold: against `wc -l` for the end of it, by time for the start. */
export async function printReading(): Promise<boolean> {
  console.log(`\nread_file ranges of a file of ${MEGABYTES} MB`);
  const folder = mkdtempSync(join(tmpdir(), "mm-read-"));
  try {
    const path = join(folder, "large.txt");
    const block = LINE.repeat(Math.floor((1024 * 1024) / LINE.length));
    const file = openSync(path, "w");
    for (let written = 0; written < MEGABYTES; written++) writeSync(file, block);
    closeSync(file);
    const total = Math.floor((1024 * 1024) / LINE.length) * MEGABYTES;
    const workspace = createWorkspace({ root: folder });
    await workspace.readLines("large.txt", 1, 3);
    const started = performance.now();
    await workspace.readLines("large.txt", 100, 110);
    const near = performance.now() - started;
    const memory = process.memoryUsage().rss;
    // The best of three, on both sides: other work on the machine only ever adds.
    let own = Infinity;
    let wc = Infinity;
    for (let run = 0; run < 3; run++) {
      const before = process.cpuUsage();
      const { text } = await workspace.readLines("large.txt", total - 2, total);
      const { user, system } = process.cpuUsage(before);
      if (text !== LINE.repeat(3)) throw new Error("wrong lines");
      own = Math.min(own, (user + system) / 1000);
      wc = Math.min(wc, wordCount(path));
    }
    const grown = (process.memoryUsage().rss - memory) / 1024 / 1024;
    return [
      printFigure("near the start, ms", near.toFixed(1), near < 1000, "< 1000"),
      printFigure(
        "last lines, CPU ms",
        own.toFixed(0),
        own <= 2 * wc,
        `<= ${(2 * wc).toFixed(0)} (2 x wc -l)`,
      ),
      printFigure("memory growth, MB", grown.toFixed(1), grown < 64, "< 64"),
    ].every(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** CPU ms of `wc -l`, as the shell's `times` counts it. */
function wordCount(path: string): number {
  const shown = execFileSync("bash", ["-c", 'wc -l < "$1" > /dev/null; times', "bash", path], {
    encoding: "utf8",
  });
  const children = shown.split("\n")[1] ?? "";
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (ms, [, m, s]) => ms + Number(m) * 60_000 + Number(s) * 1000,
    0,
  );
}

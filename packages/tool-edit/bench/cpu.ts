import { diffLines, formatPatch } from "@mm-agent/core";
import { applyEdits } from "../src/engine/apply-edits.js";
import type { Edit } from "../src/engine/types.js";
import { cpuOf, printFigure } from "./figures.js";

const LINES = 20_000;
const lines = Array.from(
  { length: LINES },
  (_, i) => `${"\t".repeat(i % 4)}const value${i} = compute(${i}, "text");`,
);
const text = `${lines.join("\n")}\n`;

/** CPU time on a file of 20,000 lines: the median of five runs, the first one included. */
export function printCpu(): boolean {
  console.log(`\nCPU ms, a file of ${LINES} lines`);
  const bytes = new TextEncoder().encode(text);
  const edit = (edits: readonly Edit[]) => (): void => {
    const outcome = applyEdits(bytes, edits);
    if (outcome.refused !== undefined) throw new Error(outcome.message);
    formatPatch(outcome.hunks);
  };
  const refuse = (old: string) => (): void => {
    if (applyEdits(bytes, [{ old, new: "x" }]).refused === undefined) throw new Error("applied");
  };
  const write = (change: (line: string, index: number) => string): (() => void) => {
    const after = lines.map(change).join("\n");
    return () => void formatPatch(diffLines(text, after).hunks);
  };
  const spaced = (from: number, count: number): string =>
    lines
      .slice(from, from + count)
      .map((line) => `  ${line.trim()}`)
      .join("\n");
  const hundred = Array.from({ length: 100 }, (_, i) => lines[i * 200 + 7] ?? "");
  return [
    figure("one edit with its diff", 60, edit([{ old: "const value10000 = ", new: "let value = " }])),
    figure("100 edits with their diff", 150, edit(hundred.map((old) => ({ old, new: `${old} // x` })))),
    figure(
      "100 loose edits of three lines",
      300,
      edit(hundred.map((_, i) => ({ old: spaced(i * 200, 3), new: "x\ny" }))),
    ),
    figure(
      "refusal, old of 200 lines, closest region",
      150,
      refuse(
        lines
          .slice(5000, 5200)
          .map((line, i) => (i % 2 ? line : `${line}Q`))
          .join("\n"),
      ),
    ),
    figure(
      "refusal, old of 200 lines, nothing close",
      150,
      refuse(
        lines
          .slice(0, 200)
          .map((_, i) => `nothing ${i} of this`)
          .join("\n"),
      ),
    ),
    figure("refusal, old of one line", 150, refuse('const value10000 = compute(10000, "txet");')),
    figure(
      "write_file diff, 1 line changed",
      100,
      write((line, i) => (i === 9000 ? `${line}!` : line)),
    ),
    figure(
      "write_file diff, 1,000 lines changed",
      200,
      write((line, i) => (i % 20 ? line : `${line}!`)),
    ),
    figure(
      "write_file diff, every line changed",
      800,
      write((line) => `${line}!`),
    ),
  ].every(Boolean);
}

function figure(name: string, limit: number, work: () => void): boolean {
  const runs = Array.from({ length: 5 }, () => cpuOf(work)).toSorted((a, b) => a - b);
  const median = runs[2] ?? 0;
  return printFigure(name, median.toFixed(1), median <= limit, `<= ${limit}`);
}

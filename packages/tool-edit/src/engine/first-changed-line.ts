import type { Hunk } from "@mm-agent/core";

/** The first added line, or the line before which the first ones were removed; 1-based, in the new text. */
export function firstChangedLine(hunks: readonly Hunk[]): number {
  const [hunk] = hunks;
  if (hunk === undefined) return 1;
  const context = hunk.lines.findIndex((line) => !line.startsWith(" "));
  return Math.max(1, hunk.newStart) + Math.max(0, context);
}

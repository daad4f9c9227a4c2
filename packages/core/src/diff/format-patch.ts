import type { Hunk } from "./types.js";

/** Unified hunks without file headers, each line ended by LF; an empty text for no hunks. */
export function formatPatch(hunks: readonly Hunk[]): string {
  return hunks
    .map((hunk) => {
      const head = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
      return `${head}\n${hunk.lines.join("\n")}\n`;
    })
    .join("");
}

/** A row of a patch for people. `number` counts in the text it stands in: the old one for removed lines, else the new one. */
export type PatchLine =
  | { readonly kind: "gap" }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "added" | "removed" | "same"; readonly number: number; readonly text: string };

/** The lines of unified hunks with their numbers; `digits` is the width of the widest number. */
export function patchLines(patch: string): { readonly lines: readonly PatchLine[]; readonly digits: number } {
  const lines: PatchLine[] = [];
  let old = 0;
  let now = 0;
  let hunks = 0;
  let most = 1;
  for (const line of patch.replace(/\n$/, "").split("\n")) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (head) {
      most = Math.max(most, end(head[1], head[2]), end(head[3], head[4]));
      old = Number(head[1]);
      now = Number(head[3]);
      if ((hunks += 1) > 1) lines.push({ kind: "gap" });
      continue;
    }
    const text = line.slice(1).replace(/\r$/, "");
    if (line.startsWith("+")) lines.push({ kind: "added", number: now++, text });
    else if (line.startsWith("-")) lines.push({ kind: "removed", number: old++, text });
    else if (line.startsWith("\\")) lines.push({ kind: "note", text: text.trim() });
    else if (line !== "") {
      lines.push({ kind: "same", number: now++, text });
      old += 1;
    }
  }
  return { lines, digits: String(most).length };
}

function end(start: string | undefined, count: string | undefined): number {
  return Number(start) + Number(count ?? 1) - 1;
}

import type { EditSpan } from "./types.js";

/** `2 edits applied, 3 lines added, 1 deleted, first change at line 12 · 1 matched ignoring whitespace` */
export function headlineOf(
  spans: readonly EditSpan[],
  added: number,
  removed: number,
  firstLine: number,
): string {
  const counts = `${spans.length} ${spans.length === 1 ? "edit" : "edits"} applied`;
  const lines = `${added} ${added === 1 ? "line" : "lines"} added, ${removed} deleted`;
  const notes = spans.flatMap(({ insideIndent }) =>
    insideIndent === undefined ? [] : [` · match begins inside the indentation of line ${insideIndent}`],
  );
  const loose = spans.filter(({ pass }) => pass !== "exact").length;
  const told = loose > 0 ? ` · ${loose} matched ignoring whitespace` : "";
  return `${counts}, ${lines}, first change at line ${firstLine}${notes.join("")}${told}`;
}

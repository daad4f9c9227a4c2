import type { EditSpan } from "./types.js";

/** What the headline of applied edits is made of. */
export interface HeadlineParts {
  readonly spans: readonly EditSpan[];
  readonly added: number;
  readonly removed: number;
  readonly firstLine: number;
}

/**
 * `2 edits applied, 3 lines added, 1 deleted, first change at line 12 · 1 matched ignoring whitespace`
 *
 * @param notes further remarks, put before the one about whitespace, which always stands last
 */
export function headlineOf(parts: HeadlineParts, notes: readonly string[] = []): string {
  const { spans, added, removed, firstLine } = parts;
  const counts = `${spans.length} ${spans.length === 1 ? "edit" : "edits"} applied`;
  const lines = `${added} ${added === 1 ? "line" : "lines"} added, ${removed} deleted`;
  const cuts = spans.flatMap(({ insideIndent }) =>
    insideIndent === undefined ? [] : [`match begins inside the indentation of line ${insideIndent}`],
  );
  const loose = spans.filter(({ pass }) => pass !== "exact").length;
  const told = loose > 0 ? [`${loose} matched ignoring whitespace`] : [];
  return [`${counts}, ${lines}, first change at line ${firstLine}`, ...notes, ...cuts, ...told].join(" · ");
}

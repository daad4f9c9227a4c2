import type { TextEdit } from "../protocol/types.js";
import { offsetAt, type Encoding } from "../text/columns.js";
import type { TextLines } from "../text/text-lines.js";

/** The text after a server's edits; undefined when two of them overlap. Insertions at one place keep their order. */
export function applyTextEdits(
  lines: TextLines,
  edits: readonly TextEdit[],
  encoding: Encoding,
): string | undefined {
  const spans = edits
    .map((edit, order) => ({
      from: offsetAt(lines, edit.range.start, encoding),
      to: offsetAt(lines, edit.range.end, encoding),
      text: edit.newText,
      order,
    }))
    .toSorted((a, b) => a.from - b.from || a.to - b.to || a.order - b.order);
  let out = "";
  let at = 0;
  for (const span of spans) {
    if (span.from < at || span.to < span.from) return undefined;
    out += lines.text.slice(at, span.from) + span.text;
    at = span.to;
  }
  return out + lines.text.slice(at);
}

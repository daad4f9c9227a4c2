import stringWidth from "string-width";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const PLAIN = /^[ -~]*$/;
const widths = new Map<string, number>();

/** Cells a text takes on a terminal; control characters take none. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += cellsOf(segment);
  return width;
}

/** Cells of one grapheme: 0, 1 or 2, more only for odd sequences. */
export function cellsOf(grapheme: string): number {
  if (grapheme.length === 1 && grapheme >= " " && grapheme <= "~") return 1;
  let width = widths.get(grapheme);
  if (width === undefined) {
    width = stringWidth(grapheme);
    if (widths.size > 20_000) widths.clear();
    widths.set(grapheme, width);
  }
  return width;
}

/** What a person takes for one character each. */
export function graphemes(text: string): string[] {
  return PLAIN.test(text) ? text.split("") : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The text cut to `columns` cells; what was cut is told by `…`. */
export function fitWidth(text: string, columns: number): string {
  if (columns <= 0) return "";
  // No character takes less than half a unit of text per cell, so a long line need not be measured whole.
  const head = text.length > columns * 16 ? text.slice(0, columns * 16) : text;
  if (head === text && widthOf(text) <= columns) return text;
  let width = 0;
  let out = "";
  for (const grapheme of graphemes(head)) {
    const cells = cellsOf(grapheme);
    if (width + cells > columns - 1) break;
    width += cells;
    out += grapheme;
  }
  return `${out}…`;
}

/** The end of the text in `columns` cells; what was cut at its front is told by `…`. */
export function fitEnd(text: string, columns: number): string {
  if (columns <= 0) return "";
  const tail = text.length > columns * 16 ? text.slice(-columns * 16) : text;
  if (tail === text && widthOf(text) <= columns) return text;
  let width = 0;
  let out = "";
  for (const grapheme of graphemes(tail).toReversed()) {
    const cells = cellsOf(grapheme);
    if (width + cells > columns - 1) break;
    width += cells;
    out = grapheme + out;
  }
  return `…${out}`;
}

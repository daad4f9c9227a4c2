import { cellsOf, graphemes, widthOf } from "../render/width.js";
import { lineEnd, lineStart, type Buffer } from "./buffer.js";

/** The rows an editor takes on the screen, and the cell the cursor stands on. */
export interface Layout {
  readonly rows: readonly string[];
  readonly row: number;
  readonly column: number;
}

export interface LayoutOptions {
  /** Cells of a row. */
  readonly columns: number;
  /** Rows that may be used. */
  readonly height: number;
  /** Before the first row; further rows are indented by its width. */
  readonly prompt: string;
  /** Cells of the prompt, when it carries colours. */
  readonly promptWidth?: number;
}

/**
 * Lays a text out around its cursor. Only the lines that can be seen are looked at: the cost does not grow with the
 * length of a paste.
 */
export function layOut(buffer: Buffer, options: LayoutOptions): Layout {
  const promptWidth = options.promptWidth ?? widthOf(options.prompt);
  const space = Math.max(2, options.columns - promptWidth - 1);
  const height = Math.max(1, options.height);
  const start = lineStart(buffer);
  const end = lineEnd(buffer);
  const current = wrap(buffer.text.slice(start, end), space);
  const place = find(current, buffer.cursor - start);

  const rows = current.map((row) => row.text);
  let cursorRow = place.row;
  let above = start - 1;
  let below = end;
  // Lines above first: what was typed before matters more than what comes.
  while (rows.length < height && above >= 0) {
    const from = above === 0 ? 0 : buffer.text.lastIndexOf("\n", above - 1) + 1;
    const more = wrap(buffer.text.slice(from, above), space).map((row) => row.text);
    rows.unshift(...more);
    cursorRow += more.length;
    above = from - 1;
  }
  while (rows.length < height && below < buffer.text.length) {
    const next = buffer.text.indexOf("\n", below + 1);
    const to = next < 0 ? buffer.text.length : next;
    rows.push(...wrap(buffer.text.slice(below + 1, to), space).map((row) => row.text));
    below = to;
  }
  const first = Math.max(0, Math.min(cursorRow - Math.floor(height / 2), rows.length - height));
  const shown = rows.slice(first, first + height);
  const isTop = first === 0 && above < 0;
  const indent = " ".repeat(promptWidth);
  return {
    rows: shown.map(
      (row, index) =>
        `${index === 0 && isTop ? options.prompt : index === 0 ? more(promptWidth) : indent}${row}`,
    ),
    row: cursorRow - first,
    column: promptWidth + place.column,
  };
}

/** Stands for the lines above that are not shown. */
function more(width: number): string {
  return width < 2 ? " ".repeat(width) : `${" ".repeat(width - 2)}… `;
}

interface Row {
  /** As shown. */
  readonly text: string;
  /** As it stands in the line. */
  readonly raw: string;
}

const TAB = "    ";

function wrap(line: string, space: number): Row[] {
  const rows: Row[] = [];
  let text = "";
  let raw = "";
  let width = 0;
  for (const grapheme of graphemes(line)) {
    const shown = grapheme === "\t" ? TAB : grapheme;
    const cells = grapheme === "\t" ? TAB.length : cellsOf(grapheme);
    if (width + cells > space && width > 0) {
      rows.push({ text, raw });
      text = "";
      raw = "";
      width = 0;
    }
    text += shown;
    raw += grapheme;
    width += cells;
  }
  rows.push({ text, raw });
  return rows;
}

/** The cell of a place in a line; at the end of a full row the cursor stands behind it. */
function find(rows: readonly Row[], offset: number): { readonly row: number; readonly column: number } {
  let from = 0;
  let index = 0;
  for (; index < rows.length - 1; index += 1) {
    const length = rows[index]?.raw.length ?? 0;
    if (offset < from + length) break;
    from += length;
  }
  const before = (rows[index]?.raw ?? "").slice(0, offset - from).replaceAll("\t", TAB);
  return { row: index, column: widthOf(before) };
}

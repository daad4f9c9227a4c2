import type { Style } from "../../output/style.js";
import { widthOf } from "../render/width.js";
import { takeInline } from "./inline.js";
import { RowFiller, shapeOf } from "./row-filler.js";

const SEPARATOR = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
/** Below this many cells a column cannot be read; the table becomes a list of records. */
const NARROW = 6;

/** Draws a complete table in the columns there are; undefined when the lines are no table. */
export function drawTable(lines: readonly string[], columns: number, style: Style): string[] | undefined {
  if (lines.length < 2 || !SEPARATOR.test(lines[1] ?? "")) return undefined;
  const head = cellsIn(lines[0] ?? "");
  const body = lines.slice(2).map(cellsIn);
  const count = head.length;
  const natural = head.map((_, at) =>
    Math.max(1, ...[head, ...body].map((row) => plainWidth(row[at] ?? ""))),
  );
  const widths = share(natural, columns - 3 * (count - 1));
  if (!widths) return asRecords(head, body, columns, style);
  const rule = style.dim(widths.map((width) => "─".repeat(width)).join("─┼─"));
  return [
    ...drawRow(head, widths, style, true),
    rule,
    ...body.flatMap((row) => drawRow(row, widths, style, false)),
  ];
}

function cellsIn(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function plainWidth(cell: string): number {
  return takeInline(cell, true).pieces.reduce((sum, piece) => sum + widthOf(piece.text), 0);
}

/** Widths that fit: small columns keep theirs, the large ones share the rest. */
function share(natural: readonly number[], space: number): number[] | undefined {
  const widths = [...natural];
  let sum = widths.reduce((a, b) => a + b, 0);
  while (sum > space) {
    const widest = Math.max(...widths);
    if (widest <= NARROW) return undefined;
    const below = Math.max(0, ...widths.filter((width) => width < widest));
    const many = widths.filter((width) => width === widest).length;
    const step = Math.max(1, Math.min(widest - below, Math.ceil((sum - space) / many), widest - NARROW));
    for (const [at, width] of widths.entries())
      if (width === widest && sum > space) {
        const less = Math.min(step, sum - space);
        widths[at] = width - less;
        sum -= less;
      }
  }
  return widths;
}

function drawRow(row: readonly string[], widths: readonly number[], style: Style, isHead: boolean): string[] {
  const cells = widths.map((width, at) => fill(row[at] ?? "", width, style, isHead));
  const height = Math.max(...cells.map((cell) => cell.length));
  const bar = style.dim(" │ ");
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, at) => {
        const part = cell[line] ?? { text: "", width: 0 };
        return part.text + " ".repeat(Math.max(0, (widths[at] ?? 0) - part.width));
      })
      .join(bar)
      .trimEnd(),
  );
}

function fill(cell: string, width: number, style: Style, isHead: boolean): { text: string; width: number }[] {
  const shape = shapeOf(width, "", "");
  const filler = new RowFiller(shape, style);
  const plain = new RowFiller(shape, { ...style, ...Object.fromEntries(MARKS.map((mark) => [mark, same])) });
  const rows: string[] = [];
  const texts: string[] = [];
  for (const piece of takeInline(cell, true, isHead ? ["bold"] : []).pieces) {
    rows.push(...filler.add(piece));
    texts.push(...plain.add(piece));
  }
  rows.push(...filler.end());
  texts.push(...plain.end());
  return rows.map((text, at) => ({ text, width: widthOf(texts[at] ?? "") }));
}

const MARKS = ["dim", "bold", "italic", "underline", "strike", "red", "green", "yellow", "cyan"] as const;
const same = (text: string): string => text;

function asRecords(
  head: readonly string[],
  body: readonly (readonly string[])[],
  columns: number,
  style: Style,
): string[] {
  const rows: string[] = [];
  for (const [index, row] of body.entries()) {
    if (index > 0) rows.push("");
    for (const [at, name] of head.entries()) {
      const filler = new RowFiller(shapeOf(columns, "", "  "), style);
      for (const piece of takeInline(`${name}: `, true, ["bold"]).pieces) rows.push(...filler.add(piece));
      for (const piece of takeInline(row[at] ?? "", true).pieces) rows.push(...filler.add(piece));
      rows.push(...filler.end());
    }
  }
  return rows;
}

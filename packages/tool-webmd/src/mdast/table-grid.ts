import type { Element } from "hast";
import { attribute } from "../parse/adapter.js";
import { findElement, textOf } from "./text-of.js";

/** The limits that the HTML standard sets to spans. */
const MAX_COLSPAN = 1000;
const MAX_ROWSPAN = 65_534;
/** Characters that copies of spanned cells may add, beyond four times the table's own text. */
const COPY_BUDGET = 20_000;

export interface TableRow {
  readonly cells: Element[];
  /** Rows from this one to the end of its group, itself included. */
  readonly left: number;
}

export interface TableParts {
  readonly captions: Element[];
  /** Header rows first, footer rows last, wherever they stand in the source. */
  readonly rows: TableRow[];
}

/** Takes a `table` element apart. */
export function tableParts(table: Element): TableParts {
  const captions: Element[] = [];
  const groups: Record<"thead" | "tbody" | "tfoot", Element[][]> = { thead: [], tbody: [], tfoot: [] };
  for (const child of table.children) {
    if (child.type !== "element") continue;
    if (child.tagName === "caption") captions.push(child);
    else if (child.tagName === "tr") groups.tbody.push([child]);
    else if (child.tagName === "thead" || child.tagName === "tbody" || child.tagName === "tfoot") {
      groups[child.tagName].push(child.children.filter((row): row is Element => isElement(row, "tr")));
    }
  }
  const rows: TableRow[] = [];
  for (const group of [...groups.thead, ...groups.tbody, ...groups.tfoot]) {
    group.forEach((row, at) => {
      const cells = row.children.filter(
        (cell): cell is Element => isElement(cell, "td") || isElement(cell, "th"),
      );
      if (cells.length > 0) rows.push({ cells, left: group.length - at });
    });
  }
  return { captions, rows };
}

function isElement(node: Element["children"][number], name: string): node is Element {
  return node.type === "element" && node.tagName === name;
}

/** The span of a cell, clamped; a `rowspan` of 0 reaches to the end of the row group. */
export function spanOf(cell: Element, name: "colspan" | "rowspan", left = MAX_ROWSPAN): number {
  const text = attribute(cell, name);
  if (text === undefined) return 1;
  const value = Number.parseInt(text, 10);
  if (name === "colspan") return value >= 1 ? Math.min(value, MAX_COLSPAN) : 1;
  if (value === 0) return left;
  return value >= 1 ? Math.min(value, left) : 1;
}

/** True when a GFM table cannot say it: cells that span, or a table in a cell. */
export function isComplex(rows: readonly TableRow[]): boolean {
  return rows.some(({ cells }) => cells.some((cell) => spans(cell) || nested(cell)));
}

function spans(cell: Element): boolean {
  return spanOf(cell, "colspan") !== 1 || spanOf(cell, "rowspan") !== 1;
}

function nested(cell: Element): boolean {
  return findElement(cell, (element) => element.tagName === "table") !== undefined;
}

/** The rows with every spanned cell in each slot that it covers. Spans that would bloat the table are cut short. */
export function flatRows(rows: readonly TableRow[]): Element[][] {
  const sizes = new Map<Element, number>();
  let budget = COPY_BUDGET;
  for (const { cells } of rows) {
    for (const cell of cells) {
      const size = textOf(cell).length + 4;
      sizes.set(cell, size);
      budget += 4 * size;
    }
  }
  const copy = (row: Element[], cell: Element): boolean => {
    const size = sizes.get(cell) ?? 4;
    if (size > budget) return false;
    budget -= size;
    row.push(cell);
    return true;
  };
  let reaching: ({ cell: Element; rows: number } | undefined)[] = [];
  return rows.map(({ cells, left }) => {
    const row: Element[] = [];
    const next: typeof reaching = [];
    const hang = () => {
      for (let held = reaching[row.length]; held && held.rows > 0; held = reaching[row.length]) {
        const at = row.length;
        if (!copy(row, held.cell)) return;
        next[at] = { cell: held.cell, rows: held.rows - 1 };
      }
    };
    for (const cell of cells) {
      hang();
      const down = spanOf(cell, "rowspan", left) - 1;
      let across = spanOf(cell, "colspan");
      next[row.length] = { cell, rows: down };
      row.push(cell);
      while (--across > 0) {
        const at = row.length;
        if (!copy(row, cell)) break;
        next[at] = { cell, rows: down };
      }
    }
    hang();
    reaching = next;
    return row;
  });
}

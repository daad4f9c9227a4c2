import type { Element } from "hast";
import type { AlignType, Table, TableCell } from "mdast";
import { attribute } from "../../parse/adapter.js";
import { rawHtml } from "../raw-html.js";
import { flatRows, isComplex, tableParts, type TableRow } from "../table-grid.js";
import { textOf } from "../text-of.js";
import type { Handlers, Writer } from "../writer.js";

function table(node: Element, writer: Writer): void {
  const { captions, rows } = tableParts(node);
  if (isLayout(node)) return layout(node, writer);
  const code = numberedCode(node, rows);
  if (code) return writer.boundaries(code);
  const complex = isComplex(rows);
  if (complex && writer.options.tables === "html") {
    if (!isBlank(node)) writer.block({ type: "html", value: rawHtml(node, writer.options) });
    return;
  }
  for (const caption of captions) writer.boundaries(caption);
  const grid = complex ? flatRows(rows) : rows.map((row) => row.cells);
  const made = new Map<Element, TableCell>();
  const cell = (element: Element): TableCell => {
    const known = made.get(element);
    if (known) return known;
    const children = writer.phrasing("break", () => writer.children(element));
    const one: TableCell = { type: "tableCell", children };
    // Only spanned cells are asked for again; the map of a long plain table would weigh more than its text.
    if (complex) made.set(element, one);
    return one;
  };
  writer.flush();
  const children = grid.map((row) => ({ type: "tableRow" as const, children: row.map(cell) }));
  if (!children.some((row) => row.children.some((one) => one.children.length > 0))) return;
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  // A row longer than the header would lose its cells.
  for (let at = grid[0]?.length ?? 0; at < width; at++)
    children[0]?.children.push({ type: "tableCell", children: [] });
  writer.block({ type: "table", align: aligns(grid, width), children } satisfies Table);
}

function isLayout(node: Element): boolean {
  const role = attribute(node, "role")?.trim().toLowerCase();
  return role === "presentation" || role === "none";
}

function layout(node: Element, writer: Writer): void {
  for (const child of node.children) {
    if (child.type !== "element") continue;
    if (/^(thead|tbody|tfoot|tr)$/.test(child.tagName)) layout(child, writer);
    else writer.boundaries(child);
  }
}

/**
 * The cell with the code of a table that Pygments makes to put line numbers beside it; undefined for every other table:
 * one row, a cell `linenos` and a cell `code`, one `pre` in each and nothing besides.
 */
function numberedCode(node: Element, rows: readonly TableRow[]): Element | undefined {
  const [numbers, code, ...more] = rows.length === 1 ? (rows[0]?.cells ?? []) : [];
  if (!numbers || !code || more.length > 0 || !hasClass(numbers, "linenos") || !hasClass(code, "code"))
    return undefined;
  const [gutter, text] = [onlyPre(numbers), onlyPre(code)];
  if (!gutter || !text || !/^[\s\d]*$/.test(textOf(gutter))) return undefined;
  const besides = textOf(node).replace(textOf(gutter), "").replace(textOf(text), "");
  return besides.trim() === "" ? code : undefined;
}

function hasClass(node: Element, name: string): boolean {
  return (attribute(node, "class") ?? "").split(/[ \t\n\r\f]+/).includes(name);
}

function onlyPre(node: Element): Element | undefined {
  const found: Element[] = [];
  const walk = (element: Element): void => {
    if (element.tagName === "pre") found.push(element);
    else for (const child of element.children) if (child.type === "element") walk(child);
  };
  walk(node);
  return found.length === 1 ? found[0] : undefined;
}

function isBlank(node: Element): boolean {
  const holdsImage = (element: Element): boolean =>
    element.children.some(
      (child) => child.type === "element" && (child.tagName === "img" || holdsImage(child)),
    );
  return textOf(node).trim() === "" && !holdsImage(node);
}

function aligns(grid: readonly (readonly Element[])[], width: number): AlignType[] {
  return Array.from({ length: width }, (_, column) => {
    const cell = grid[0]?.[column] ?? grid[1]?.[column];
    return cell ? alignOf(cell) : null;
  });
}

function alignOf(cell: Element): AlignType {
  const style = /(?:^|;)\s*text-align\s*:\s*(left|right|center)/i.exec(attribute(cell, "style") ?? "")?.[1];
  const value = (attribute(cell, "align") ?? style)?.trim().toLowerCase();
  return value === "left" || value === "right" || value === "center" ? value : null;
}

// A table where no table can stand: one line per row, its cells side by side.
function inlineTable(node: Element, writer: Writer): void {
  const { captions, rows } = tableParts(node);
  const code = numberedCode(node, rows);
  if (code) return writer.boundaries(code);
  for (const caption of captions) writer.boundaries(caption);
  for (const { cells } of rows) {
    writer.flush();
    for (const cell of cells) {
      writer.children(cell);
      writer.space();
    }
  }
  writer.flush();
}

export const tables: Handlers = { table };
export const inlineTables: Handlers = { table: inlineTable };

import { cleanText } from "./clean-text.js";
import type { Style } from "./style.js";

export interface DiffOptions {
  /** Rows that are shown; the rest is counted. Default: all. */
  readonly limit?: number;
  /** Cuts a row to the space there is. */
  readonly fit?: (row: string) => string;
  /** Makes a line safe to print. Default: control characters are dropped. */
  readonly clean?: (text: string) => string;
}

/** A patch for people: line numbers, `+` and `-` in colour, a gap between distant places. */
export function diffRows(
  patch: string,
  style: Style,
  { limit, fit = (row) => row, clean = cleanText }: DiffOptions = {},
): string[] {
  const lines = patch.replace(/\n$/, "").split("\n");
  const width = String(highest(lines)).length;
  const rows: string[] = [];
  let old = 0;
  let now = 0;
  let hunks = 0;
  for (const line of lines) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (head) {
      old = Number(head[1]);
      now = Number(head[2]);
      if ((hunks += 1) > 1) rows.push(style.dim(`${" ".repeat(width)}   ⋯`));
      continue;
    }
    const sign = line[0] ?? " ";
    const text = clean(line.slice(1).replace(/\r$/, "").replaceAll("\t", "    "));
    if (sign === "+") rows.push(style.green(fit(`${String(now++).padStart(width)} + ${text}`)));
    else if (sign === "-") rows.push(style.red(fit(`${String(old++).padStart(width)} - ${text}`)));
    else if (sign === "\\") rows.push(style.dim(`${" ".repeat(width)}   ${text.trim()}`));
    else if (line !== "") {
      rows.push(style.dim(fit(`${String(now++).padStart(width)}   ${text}`)));
      old += 1;
    }
  }
  if (limit === undefined || rows.length <= limit) return rows;
  const more = rows.length - limit;
  return [
    ...rows.slice(0, limit),
    style.dim(`${" ".repeat(width)}   … ${more} more ${more === 1 ? "line" : "lines"}`),
  ];
}

function highest(lines: readonly string[]): number {
  let most = 1;
  for (const line of lines) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (head) most = Math.max(most, end(head[1], head[2]), end(head[3], head[4]));
  }
  return most;
}

function end(start: string | undefined, count: string | undefined): number {
  return Number(start) + Number(count ?? 1) - 1;
}

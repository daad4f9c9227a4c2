import { cleanText } from "./clean-text.js";
import { patchLines } from "./patch-lines.js";
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
  const { lines, digits } = patchLines(patch);
  const blank = " ".repeat(digits);
  const rows = lines.map((line) => {
    if (line.kind === "gap") return style.dim(`${blank}   ⋯`);
    // A carriage return within a line becomes a line end when it is cleaned.
    const text = clean(line.text.replaceAll("\t", "    ")).replaceAll("\n", " ");
    if (line.kind === "note") return style.dim(`${blank}   ${text}`);
    const number = String(line.number).padStart(digits);
    if (line.kind === "added") return style.green(fit(`${number} + ${text}`));
    if (line.kind === "removed") return style.red(fit(`${number} - ${text}`));
    return style.dim(fit(`${number}   ${text}`));
  });
  if (limit === undefined || rows.length <= limit) return rows;
  const more = rows.length - limit;
  return [...rows.slice(0, limit), style.dim(`${blank}   … ${more} more ${more === 1 ? "line" : "lines"}`)];
}

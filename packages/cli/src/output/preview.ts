import { cleanText } from "./clean-text.js";

export interface PreviewOptions {
  /** Lines that are shown. */
  readonly limit: number;
  /** Cuts one line to the space there is; the indent is not part of it. */
  readonly fit?: (line: string) => string;
  /** A failure says at its end what went wrong: then the last line is shown as well. */
  readonly keepLast?: boolean;
}

const INDENT = "   ";

/** The start of a tool's output for people: indented lines, `(no output)`, and how many more there are. */
export function previewOf(
  text: string,
  { limit, fit = (line) => line, keepLast = false }: PreviewOptions,
): string[] {
  if (limit <= 0) return [];
  const clean = cleanText(text).trimEnd();
  if (clean === "") return [`${INDENT}(no output)`];
  const lines = clean.split("\n");
  const more = lines.length - limit;
  const shown = lines.slice(0, limit);
  const last = more > 0 && keepLast && limit > 1 ? lines.at(-1) : undefined;
  if (last !== undefined) shown.pop();
  const rows = shown.map((line) => fit(line.replaceAll("\t", "    ")));
  if (last !== undefined) rows.push(`… ${more} more ${more === 1 ? "line" : "lines"}`, fit(last));
  else if (more > 0) rows.push(`… ${more} more ${more === 1 ? "line" : "lines"}`);
  return rows.map((row) => `${INDENT}${row}`);
}

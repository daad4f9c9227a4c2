import { isBlankCode, skipBlanks, skipBlanksBack, splitPadding, trimLine } from "./blanks.js";
import type { TextView } from "./text-view.js";
import { lineAt, lineStart, lineStop, lineText } from "./text-view.js";
import type { MatchPass } from "./types.js";

/** One place in `view.text`. In the loose passes it runs from the first to the last character that is no blank. */
export interface Hit {
  readonly start: number;
  readonly end: number;
}

export interface Found {
  readonly pass: MatchPass;
  /** Never empty; overlapping occurrences count. */
  readonly hits: readonly Hit[];
}

/**
 * The places `old` may mean: by the first pass that finds any, strictest first, whether it finds one or several.
 * Undefined when no pass finds any. `old` has `\n` line ends and is not empty.
 */
export function findMatch(view: TextView, old: string): Found | undefined {
  const exact = occurrences(view.text, old);
  if (exact.length > 0) return { pass: "exact", hits: exact };
  const edges = findEdges(view, old);
  if (edges.length > 0) return { pass: "edges", hits: edges };
  const indent = findIndent(view, old);
  return indent.length > 0 ? { pass: "indent", hits: indent } : undefined;
}

function occurrences(text: string, wanted: string): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    hits.push({ start: at, end: at + wanted.length });
  }
  return hits;
}

/**
 * The whitespace around `old` is forgiven, but where it was cut off the file must not go on with a word: a blank, a line
 * end or the file's edge stands there, and a line end if the padding had one.
 */
function findEdges(view: TextView, old: string): Hit[] {
  const { lead, core, tail } = splitPadding(old);
  if (core === "" || (lead === "" && tail === "")) return [];
  const { text } = view;
  return occurrences(text, core).filter(({ start, end }) => {
    if (lead !== "" && !openBefore(text, start, lead.includes("\n"))) return false;
    return tail === "" || openBehind(text, end, tail.includes("\n"));
  });
}

function openBefore(text: string, at: number, wholeLine: boolean): boolean {
  const back = wholeLine ? skipBlanksBack(text, at) : at;
  if (back === 0 || text.charCodeAt(back - 1) === 10) return true;
  return !wholeLine && isBlankCode(text.charCodeAt(at - 1));
}

function openBehind(text: string, at: number, wholeLine: boolean): boolean {
  const next = wholeLine ? skipBlanks(text, at) : at;
  if (next === text.length || text.charCodeAt(next) === 10) return true;
  return !wholeLine && isBlankCode(text.charCodeAt(at));
}

/** Whole lines compared without the blanks around them; blank lines at the borders of `old` do not count. */
function findIndent(view: TextView, old: string): Hit[] {
  const wanted = splitPadding(old).core.split("\n").map(trimLine);
  const first = wanted[0] ?? "";
  if (wanted.length < 2) return [];
  const hits: Hit[] = [];
  let from = 0;
  for (let at = view.text.indexOf(first); at >= 0; at = view.text.indexOf(first, from)) {
    const line = lineAt(view, at);
    if (linesEqual(view, line, wanted)) hits.push(trimmedRange(view, line, line + wanted.length - 1));
    from = lineStop(view, line) + 1;
    if (from > view.text.length) break;
  }
  return hits;
}

function linesEqual(view: TextView, from: number, wanted: readonly string[]): boolean {
  if (from + wanted.length > view.starts.length) return false;
  return wanted.every((line, index) => trimLine(lineText(view, from + index)) === line);
}

function trimmedRange(view: TextView, first: number, last: number): Hit {
  const start = skipBlanks(view.text, lineStart(view, first));
  return { start, end: skipBlanksBack(view.text, lineStop(view, last), start) };
}

import { isBlank, splitPadding } from "./blanks.js";
import type { Padded } from "./blanks.js";
import type { Hit } from "./find-match.js";
import type { TextView } from "./text-view.js";
import { lineAt, lineStart, lineStop, lineText } from "./text-view.js";

/** A replacement in `view.text`, with `\n` line ends. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A loose match, taken apart. */
export interface Place {
  readonly view: TextView;
  readonly hit: Hit;
  /** 0-based first and last line of the match. */
  readonly first: number;
  readonly last: number;
  /** Whether nothing but blanks stands before the match on its first line, behind it on its last. */
  readonly fromLineStart: boolean;
  readonly toLineEnd: boolean;
  readonly old: Padded;
  /** The replaced range without blank lines round it: whole lines where the match is one or more whole lines. */
  readonly start: number;
  readonly end: number;
}

export function makePlace(view: TextView, hit: Hit, oldText: string): Place {
  const first = lineAt(view, hit.start);
  const last = lineAt(view, hit.end - 1);
  const fromLineStart = isBlank(view.text.slice(lineStart(view, first), hit.start));
  const toLineEnd = isBlank(view.text.slice(hit.end, lineStop(view, last)));
  const old = splitPadding(oldText);
  const start = fromLineStart ? lineStart(view, first) : hit.start;
  const end = toLineEnd
    ? hit.end + tailLength(view, hit.end, lineStop(view, last), first < last, old.tail)
    : hit.end;
  return { view, hit, first, last, fromLineStart, toLineEnd, old, start, end };
}

/** A single line whose end `old` does not show keeps the blanks at its end, but for those that `old` has too. */
function tailLength(view: TextView, from: number, stop: number, several: boolean, tail: string): number {
  if (several || tail.includes("\n")) return stop - from;
  let length = 0;
  while (from + length < stop && view.text[from + length] === tail[length]) length++;
  return length;
}

/** Blank lines directly above (-1) or below (1) a line, at most `limit`. */
export function blankLinesBeside(view: TextView, line: number, step: -1 | 1, limit: number): number {
  let count = 0;
  for (let at = line + step; count < limit && at >= 0 && at < view.starts.length; at += step) {
    if (!isBlank(lineText(view, at))) break;
    count++;
  }
  return count;
}

/** True when a line has an end: only the last line of a file may lack it. */
export function hasLineEnd(view: TextView, line: number): boolean {
  return lineStop(view, line) < view.text.length;
}

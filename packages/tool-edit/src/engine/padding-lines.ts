import { countNewlines, tailOf } from "./blanks.js";
import type { Place } from "./place.js";
import { blankLinesBeside, hasLineEnd } from "./place.js";
import { lineStart, lineText } from "./text-view.js";

/** Blank lines to put beside a replacement, or to take from the file. */
export interface PaddingLines {
  readonly add: number;
  readonly remove: number;
}

/**
 * Compares the padding of `old` and `new` on one side by its newlines. More of them in `new` add blank lines. Fewer remove
 * blank lines of the file, but only if the whole padding of `old` stands in the file: otherwise it was noise of the caller.
 */
export function paddingLines(place: Place, side: "above" | "below", newCount: number): PaddingLines {
  const oldCount = countNewlines(side === "above" ? place.old.lead : place.old.tail);
  const delta = newCount - oldCount;
  if (delta >= 0) return { add: delta, remove: 0 };
  if (!isFaithful(place)) return { add: 0, remove: 0 };
  const limit = side === "above" ? Math.min(-delta, oldCount) : Math.min(-delta, oldCount - 1);
  const line = side === "above" ? place.first : place.last;
  return { add: 0, remove: blankLinesBeside(place.view, line, side === "above" ? -1 : 1, limit) };
}

function isFaithful(place: Place): boolean {
  return leadIsInFile(place) && tailIsInFile(place);
}

function leadIsInFile({ view, first, old }: Place): boolean {
  const pieces = old.lead.split("\n").slice(0, -1);
  return pieces.every((piece, index) => {
    const line = first - (pieces.length - index);
    if (line < 0) return false;
    const text = lineText(view, line);
    return index === 0 ? tailOf(text) === piece || text === piece : text === piece;
  });
}

function tailIsInFile({ view, last, old }: Place): boolean {
  const pieces = old.tail.split("\n");
  if (pieces.length === 1) return true;
  if (!hasLineEnd(view, last + pieces.length - 2)) return false;
  return pieces.slice(1).every((piece, index) => {
    const line = last + 1 + index;
    if (index < pieces.length - 2) return line < view.starts.length && lineText(view, line) === piece;
    return view.text.startsWith(piece, lineStart(view, line));
  });
}

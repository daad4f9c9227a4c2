import type { Padded } from "./blanks.js";
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
 * blank lines of the file, but only if that is meant: the whole padding of `old` stands in the file, and `new` keeps some of
 * it. Otherwise the padding was noise of the caller.
 */
export function paddingLines(place: Place, side: "above" | "below", fresh: Padded): PaddingLines {
  const above = side === "above";
  const oldCount = countNewlines(above ? place.old.lead : place.old.tail);
  const newCount = countNewlines(above ? fresh.lead : fresh.tail);
  if (newCount >= oldCount) return { add: newCount - oldCount, remove: 0 };
  const sameTail =
    countNewlines(fresh.tail) > 0 && countNewlines(fresh.tail) === countNewlines(place.old.tail);
  const meant = newCount > 0 || (above && sameTail);
  if (!meant || !isFaithful(place)) return { add: 0, remove: 0 };
  const limit = Math.min(oldCount - newCount, above ? oldCount : oldCount - 1);
  const remove = blankLinesBeside(place.view, above ? place.first : place.last, above ? -1 : 1, limit);
  return { add: 0, remove };
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

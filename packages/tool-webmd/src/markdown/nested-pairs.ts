import type { Piece } from "./delimiters.js";
import { endSide, startSide } from "./flanking.js";

/** Renders as nothing, is read as punctuation: it sets apart what would run together. */
export const SEPARATOR = "<!-- -->";

/** The pairs that stand inside of a pair of the same size: emphasis in emphasis, strong in strong. */
export function nestedPairs(pieces: readonly Piece[]): number[] {
  const found: number[] = [];
  const open = { 1: 0, 2: 0 };
  for (const piece of pieces) {
    if (piece.type === "open" && open[piece.size]++ > 0) found.push(piece.pair);
    if (piece.type === "close") open[piece.size]--;
  }
  return found;
}

/**
 * The pieces without these pairs. A comment keeps texts apart that were escaped apart: `&` before `amp;`, `!` before a link,
 * two code spans.
 */
export function withoutPairs(pieces: readonly Piece[], gone: ReadonlySet<number>): Piece[] {
  const left: Piece[] = [];
  let seam = false;
  for (const piece of pieces) {
    seam ||= piece.type !== "text" && gone.has(piece.pair);
    if (piece.type !== "text" && gone.has(piece.pair)) continue;
    const last = left.at(-1);
    const touch = seam && last?.type === "text" && piece.type === "text" && endSide(last.value) !== "space";
    if (touch && startSide(piece.value) !== "space") left.push({ type: "text", value: SEPARATOR });
    left.push(piece);
    seam = false;
  }
  return left;
}

/**
 * `symbol`: beyond the basic plane, punctuation for some readers and a letter for others. `tilde`: punctuation, beside which
 * some readers let every star open or close.
 */
export type Side = "space" | "punctuation" | "tilde" | "symbol" | "other";

const PUNCTUATION = /[\p{P}\p{S}]/u;

/** The side that a text shows to what stands before it. */
export function startSide(text: string): Side {
  return side(String.fromCodePoint(text.codePointAt(0) ?? 10));
}

/** The side that a text shows to what follows it. */
export function endSide(text: string): Side {
  const last = text.codePointAt(text.length - 2) ?? 0;
  return side(last > 0xffff ? String.fromCodePoint(last) : (text.at(-1) ?? "\n"));
}

function side(char: string): Side {
  if (/\s/.test(char)) return "space";
  if (!PUNCTUATION.test(char)) return "other";
  if (char === "~") return "tilde";
  return char.length > 1 ? "symbol" : "punctuation";
}

/** Whether a run opens between these neighbours, for every reader. A run closes where it would open the other way round. */
export function opens(outside: Side, inside: Side): boolean {
  if (inside === "space") return false;
  return inside === "other" || outside === "space" || outside === "punctuation" || outside === "tilde";
}

/** Neighbours of a run of stars. */
export interface Sides {
  readonly before: Side;
  readonly after: Side;
}

/** The same neighbours for a reader to whom symbols beyond the basic plane are letters. */
export function symbolsAsLetters({ before, after }: Sides): Sides {
  return { before: before === "symbol" ? "other" : before, after: after === "symbol" ? "other" : after };
}

/** Whether CommonMark lets a run between these neighbours open. */
export function canOpen({ before, after }: Sides): boolean {
  if (after === "tilde") return true;
  return after !== "space" && (!isPunctuation(after) || before === "space" || isPunctuation(before));
}

/** Whether CommonMark lets a run between these neighbours close. */
export function canClose({ before, after }: Sides): boolean {
  if (before === "tilde") return true;
  return before !== "space" && (!isPunctuation(before) || after === "space" || isPunctuation(after));
}

function isPunctuation(side: Side): boolean {
  return side === "punctuation" || side === "tilde" || side === "symbol";
}

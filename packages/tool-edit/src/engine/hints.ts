import { countNewlines, splitPadding, trimLine } from "./blanks.js";
import { dropBlanks, foldTypography, stripGutter, unescapeText } from "./fold.js";
import { bigrams, similarity } from "./similarity.js";
import type { TextView } from "./text-view.js";
import { lineText } from "./text-view.js";

/** Shorter ones stand in many places by chance. */
const MIN_NEW = 8;
const ALIKE = 0.72;

/**
 * What may have gone wrong with an `old` that was not found, one line each. Nothing of this is ever applied: it tells
 * the caller what to copy.
 */
export function hintsFor(view: TextView, old: string, fresh: string, hasExcerpt: boolean): string[] {
  const { core } = splitPadding(old);
  const hints: string[] = [];
  if (core === "") return hints;
  const same = sameButFor(view, core);
  if (same !== undefined) hints.push(same);
  else if (!hasExcerpt) {
    const alike = alikeLine(view, core);
    if (alike !== undefined) hints.push(alike);
  }
  const { core: freshCore } = splitPadding(fresh);
  const present = freshCore.length >= MIN_NEW && !core.includes(freshCore) ? view.text.indexOf(freshCore) : -1;
  if (present >= 0) {
    const line = lineNumber(view.text, present);
    hints.push(`new is in the file already (line ${line}) — the edit may have been made before`);
  }
  return hints;
}

function sameButFor(view: TextView, core: string): string | undefined {
  const bare = stripGutter(core);
  if (bare !== undefined) return "old holds the line numbers of a listing — send the lines without them";
  const { text } = view;
  const folded = place(foldTypography(text), foldTypography(core));
  if (folded !== undefined) {
    return `line ${folded} differs only in quotes, dashes, special spaces or composed letters — copy it from the file`;
  }
  const lower = place(text.toLowerCase(), core.toLowerCase());
  if (lower !== undefined) return `line ${lower} differs only in upper and lower case`;
  const plain = unescapeText(core);
  const unescaped = plain === undefined ? undefined : place(text, splitPadding(plain).core);
  if (unescaped !== undefined) return `old is escaped — line ${unescaped} has the plain characters`;
  const dropped = place(dropBlanks(text), dropBlanks(core));
  if (dropped !== undefined) return `line ${dropped} differs only in the blanks inside a line`;
  return undefined;
}

function place(text: string, wanted: string): number | undefined {
  const at = wanted === "" ? -1 : text.indexOf(wanted);
  return at < 0 ? undefined : lineNumber(text, at);
}

function lineNumber(text: string, offset: number): number {
  return countNewlines(text.slice(0, offset)) + 1;
}

/** For an `old` of one line: the one line that is clearly most like it. */
function alikeLine(view: TextView, core: string): string | undefined {
  if (core.includes("\n") || core.length < 6 || core.length > 2000) return undefined;
  const pairs = bigrams(core);
  let best = -1;
  let highest = 0;
  let second = 0;
  for (let line = 0; line < view.starts.length; line++) {
    const text = trimLine(lineText(view, line));
    if (text.length * 2 < core.length || text.length > core.length * 2) continue;
    const alike = similarity(pairs, core.length, text);
    if (alike > highest) {
      second = highest;
      highest = alike;
      best = line;
    } else if (alike > second) second = alike;
  }
  if (highest < ALIKE || highest === second) return undefined;
  return `line ${best + 1} is similar: │ ${lineText(view, best)}`;
}

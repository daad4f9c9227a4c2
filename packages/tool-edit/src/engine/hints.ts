import { countNewlines, splitPadding, trimLine } from "./blanks.js";
import type { LineRange } from "./closest-region.js";
import { dropBlanks, foldTypography, stripGutter, unescapeText } from "./fold.js";
import { createLikeness } from "./similarity.js";
import type { TextView } from "./text-view.js";
import { lineAt, lineStart, lineStop, lineText } from "./text-view.js";

/** Shorter ones stand in many places by chance. */
const MIN_NEW = 8;
const ALIKE = 0.72;

/**
 * What may have gone wrong with an `old` that was not found, one line each. Nothing of this is ever applied: it tells
 * the caller what to copy.
 *
 * @param region the closest region, when there is one: only its lines are compared
 */
export function hintsFor(view: TextView, old: string, fresh: string, region: LineRange | null): string[] {
  const { core } = splitPadding(old);
  if (core === "") return [];
  const present = presentHint(view, core, splitPadding(fresh).core);
  const hint = sameButFor(view, core, region) ?? (region === null ? alikeHint(view, core) : undefined);
  return [hint, present].filter((line) => line !== undefined);
}

function presentHint(view: TextView, core: string, fresh: string): string | undefined {
  const at = fresh.length >= MIN_NEW && !core.includes(fresh) ? view.text.indexOf(fresh) : -1;
  return at < 0
    ? undefined
    : `new is in the file already (line ${lineAt(view, at) + 1}) — the edit may have been made before`;
}

function sameButFor(view: TextView, core: string, region: LineRange | null): string | undefined {
  if (stripGutter(core) !== undefined)
    return "old holds the line numbers of a listing — send the lines without them";
  const from = region === null ? 0 : lineStart(view, region.from);
  const text = region === null ? view.text : view.text.slice(from, lineStop(view, region.to));
  const first = (region?.from ?? 0) + 1;
  const place = (within: string, wanted: string): number | undefined => {
    const at = wanted === "" ? -1 : within.indexOf(wanted);
    return at < 0 ? undefined : first + countNewlines(within.slice(0, at));
  };
  const folded = place(foldTypography(text), foldTypography(core));
  if (folded !== undefined) {
    return `line ${folded} differs only in quotes, dashes, special spaces or composed letters — copy it from the file`;
  }
  const lower = place(text.toLowerCase(), core.toLowerCase());
  if (lower !== undefined) return `line ${lower} differs only in upper and lower case`;
  const plain = unescapeText(core);
  const unescaped = plain === undefined ? undefined : place(text, splitPadding(plain).core);
  if (unescaped !== undefined) return `old is escaped — line ${unescaped} has the plain characters`;
  const line = region === null ? lineWithOtherBlanks(view, core) : place(dropBlanks(text), dropBlanks(core));
  return line === undefined ? undefined : `line ${line} differs only in the blanks inside a line`;
}

/** For an `old` of one line: looks only at the lines that hold its longest word. */
function lineWithOtherBlanks(view: TextView, core: string): number | undefined {
  const [word] = (core.match(/\w+/g) ?? []).toSorted((a, b) => b.length - a.length);
  if (core.includes("\n") || word === undefined) return undefined;
  const wanted = dropBlanks(core);
  for (let at = view.text.indexOf(word); at >= 0;) {
    const line = lineAt(view, at);
    if (dropBlanks(lineText(view, line)).includes(wanted)) return line + 1;
    at = view.text.indexOf(word, lineStop(view, line));
  }
  return undefined;
}

/** For an `old` of one line: the one line that is clearly most like it. */
function alikeHint(view: TextView, core: string): string | undefined {
  if (core.includes("\n") || core.length < 6 || core.length > 2000) return undefined;
  const likeness = createLikeness(core);
  let best = -1;
  let highest = 0;
  let second = 0;
  for (let line = 0; line < view.starts.length; line++) {
    const text = trimLine(lineText(view, line));
    if (text.length * 2 < core.length || text.length > core.length * 2) continue;
    const alike = likeness(text);
    if (alike > highest) {
      second = highest;
      highest = alike;
      best = line;
    } else if (alike > second) second = alike;
  }
  if (highest < ALIKE || highest === second) return undefined;
  return `line ${best + 1} is similar: │ ${lineText(view, best)}`;
}

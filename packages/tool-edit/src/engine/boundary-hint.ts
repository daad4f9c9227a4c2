import { countNewlines, splitPadding } from "./blanks.js";
import { openBefore, openBehind } from "./find-match.js";
import type { TextView } from "./text-view.js";
import { lineAt, lineStart, lineStop } from "./text-view.js";

/** Characters of a line that are quoted. */
const QUOTED = 60;
const INVISIBLE = /[\u200b-\u200d\ufeff]/g;

/**
 * For an `old` whose text is in the file, with whitespace around it that the file does not have: what the file has
 * there instead. Undefined when its text is not in the file.
 */
export function boundaryHint(view: TextView, old: string): string | undefined {
  const { lead, core, tail } = splitPadding(old);
  const start = core === "" ? -1 : view.text.indexOf(core);
  if (start < 0) return undefined;
  const end = start + core.length;
  const last = lineAt(view, end - 1);
  const before = view.text.slice(lineStart(view, lineAt(view, start)), start);
  const behind = view.text.slice(end, lineStop(view, last));
  const found: string[] = [];
  const drop: string[] = [];
  if (lead !== "" && !openBefore(view.text, start, lead.includes("\n"))) {
    found.push(`stands behind "${quoteEnd(before.trimStart())}"`);
    drop.push(`the ${nameOf(lead)} at its start`);
  }
  if (tail !== "" && !openBehind(view.text, end, tail.includes("\n"))) {
    found.push(`goes on with "${quoteStart(behind.trimEnd())}"`);
    drop.push(`the ${nameOf(tail)} at its end`);
  }
  if (found.length === 0) return undefined;
  const places = countPlaces(view.text, core, start);
  const where = `line ${last + 1}${places > 1 ? ` (one of ${places} places)` : ""}`;
  return `old is on ${where}, where it ${found.join(" and ")} — leave out ${drop.join(" and ")}, or copy the whole line`;
}

/** For an `old` that is in the file but for characters that nobody sees. */
export function invisibleHint(view: TextView, old: string): string | undefined {
  const signs = new Set(old.match(INVISIBLE));
  if (signs.size === 0) return undefined;
  const { core } = splitPadding(old.replaceAll(INVISIBLE, ""));
  const at = core === "" ? -1 : view.text.indexOf(core);
  if (at < 0) return undefined;
  const names = [...signs].map((sign) => `U+${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `old holds invisible characters (${names.join(", ")}) that line ${lineAt(view, at) + 1} does not have — leave them out`;
}

function nameOf(padding: string): string {
  const breaks = countNewlines(padding);
  if (breaks === 0) return "blanks";
  return breaks === 1 ? "line break" : "line breaks";
}

function countPlaces(text: string, core: string, first: number): number {
  let count = 0;
  for (let at = first; at >= 0; at = text.indexOf(core, at + 1)) count++;
  return count;
}

function quoteStart(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
}

function quoteEnd(text: string): string {
  return text.length > QUOTED ? `…${text.slice(-QUOTED)}` : text;
}

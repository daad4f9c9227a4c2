import { countNewlines } from "./blanks.js";
import type { Place, Replacement } from "./place.js";
import { blankLinesBeside, hasLineEnd } from "./place.js";
import { lineStart, lineStop } from "./text-view.js";

/**
 * The deletion of a loose match (`new` holds nothing but whitespace). Whole lines go with their line end and with the blank
 * lines that `old` had and the file has; without any newline in `old` the line stays, empty. Inside a line the match goes
 * with the blanks that `old` shows on one side.
 */
export function deleteLoose(place: Place, newText: string): Replacement {
  const kept = "\n".repeat(countNewlines(newText));
  if (!place.fromLineStart || !place.toLineEnd) return { ...insideLine(place), text: kept };
  const { view, first, last, old } = place;
  const leads = countNewlines(old.lead);
  const tails = countNewlines(old.tail);
  const whole = { start: lineStart(view, first), end: lineStop(view, last) };
  if (leads + tails === 0) return { ...whole, text: kept };

  const above = blankLinesBeside(view, first, -1, leads);
  const below = blankLinesBeside(view, last, 1, Math.max(0, tails - 1));
  const takenAbove = leads > above && first - above > 0 ? above + 1 : above;
  const takenBelow = below + (tails > below && hasLineEnd(view, last + below) ? 1 : 0);
  const blanks = Math.max(0, takenAbove + takenBelow - 1);
  const fromBelow = Math.min(blanks, below);
  const fromAbove = Math.min(blanks - fromBelow, above);
  const start = lineStart(view, first - fromAbove);
  const lastGone = last + fromBelow;
  if (hasLineEnd(view, lastGone)) return { start, end: lineStop(view, lastGone) + 1, text: kept };
  // The file ends here without a newline: the line end before goes instead if `old` had it.
  const end = view.text.length;
  return leads > 0 && start > 0 ? { start: start - 1, end, text: kept } : { start, end, text: kept };
}

function insideLine({ view, hit, old, fromLineStart, toLineEnd }: Place): { start: number; end: number } {
  const { text } = view;
  let { start, end } = hit;
  if (old.tail !== "" && !toLineEnd && (old.lead === "" || fromLineStart || text[start - 1] !== " ")) {
    for (let at = 0; at < old.tail.length && text[end] === old.tail[at]; at++) end++;
  } else if (old.lead !== "" && !fromLineStart && (old.tail === "" || toLineEnd)) {
    for (let at = old.lead.length - 1; at >= 0 && text[start - 1] === old.lead[at]; at--) start--;
  }
  return { start, end };
}

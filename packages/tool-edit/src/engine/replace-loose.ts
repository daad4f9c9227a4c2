import { splitPadding } from "./blanks.js";
import { deleteLoose } from "./delete-loose.js";
import type { Hit } from "./find-match.js";
import { newLines } from "./new-lines.js";
import { paddingLines } from "./padding-lines.js";
import type { Replacement } from "./place.js";
import { makePlace } from "./place.js";
import type { TextView } from "./text-view.js";
import { lineStart, lineStop } from "./text-view.js";

/**
 * What a loose match of `old` becomes. The padding that `old` and `new` share comes off both; lines that `new` shares with
 * `old` keep the bytes of the file; the others get the file's indentation; two lines of the file are never joined.
 */
export function replaceLoose(view: TextView, hit: Hit, oldText: string, newText: string): Replacement {
  const place = makePlace(view, hit, oldText);
  const fresh = splitPadding(newText);
  if (fresh.core === "") return deleteLoose(place, newText);
  let { start, end } = place;
  let text = newLines(place, fresh).join("\n");
  if (place.fromLineStart) {
    const lead = paddingLines(place, "above", fresh);
    if (lead.remove > 0) start = lineStart(view, place.first - lead.remove);
    text = "\n".repeat(lead.add) + text;
  } else if (fresh.lead.includes("\n")) text = fresh.lead + text;
  if (place.toLineEnd) {
    const tail = paddingLines(place, "below", fresh);
    if (tail.remove > 0) end = lineStop(view, place.last + tail.remove);
    text += "\n".repeat(tail.add);
  } else if (fresh.tail.includes("\n")) text += fresh.tail;
  return { start, end, text };
}

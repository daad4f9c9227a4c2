import type { OpenDocument } from "../server/documents.js";
import { codePoints } from "../text/columns.js";
import type { Place } from "./find-places.js";
import type { Call } from "./types.js";

/** `path:line:column`, 1-based and in characters. */
export function placeText(call: Call, document: OpenDocument, place: Place): string {
  const column = codePoints(document.lines.line(place.line).slice(0, place.index)) + 1;
  return `${call.shown}:${place.line + 1}:${column}`;
}

/* oxlint-disable no-control-regex */
import { settleLine } from "./settle-line.js";

/*
 * Control sequences as ECMA-48 lays them out. Bodies of string sequences stop at the next escape, so that a text full
 * of unfinished ones is still read in linear time.
 */
const TITLE_STRINGS = /(?:\x1b\]|\x9d)[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?/g;
const DEVICE_STRINGS = /(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])(?:[^\x1b\x9c]*(?:\x1b\\|\x9c)|[^\x1b\x9c\n]*)/g;
const ESCAPES = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/g;
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;
const MOVES = /[\r\x08]|\x1b\[\d*[DG]/;
const LINE_END = /\r+\n/g;

/**
 * What a person would see of terminal output, as plain text: control sequences and control characters are gone, a
 * line that was rewritten (progress bars) shows its last state, CRLF is a plain line end. Tabs stay.
 */
export function cleanText(text: string): string {
  const lines = text.replace(TITLE_STRINGS, "").replace(DEVICE_STRINGS, "").replace(LINE_END, "\n");
  if (!MOVES.test(lines)) return plain(lines);
  return lines
    .split("\n")
    .map((line) => (MOVES.test(line) ? plain(settleLine(line)) : plain(line)))
    .join("\n");
}

function plain(text: string): string {
  return text.replace(ESCAPES, "").replace(CONTROLS, "");
}

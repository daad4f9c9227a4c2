/* oxlint-disable no-control-regex */

/** String sequences (titles, clipboard, device control): up to their end, else to the end of the line. */
const STRINGS = /(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?/g;
const SEQUENCES = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/g;
/** Controls, and the characters that reorder text on screen so that it reads differently from what it is. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g;
const DIRTY = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]/;

/**
 * Text from a model, a tool or a file as it may go to a terminal: no escape sequences, no control characters but LF
 * and tab, no bidirectional overrides. CRLF is a plain line end.
 */
export function cleanText(text: string): string {
  if (!DIRTY.test(text)) return text;
  return text
    .replace(/\r+\n/g, "\n")
    .replace(/\r/g, "\n")
    .replace(STRINGS, "")
    .replace(SEQUENCES, "")
    .replace(CONTROLS, "");
}

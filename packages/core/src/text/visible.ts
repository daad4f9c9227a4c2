/* oxlint-disable no-control-regex */
/* Bidirectional controls reorder what a person reads; the other ranges drive terminals. */
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text with control characters drawn as signs, so that a command cannot disguise itself. Line ends and tabs stay. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\uFFFD";
  });
}

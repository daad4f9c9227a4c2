import { headOf, tailOf } from "../clean/cut.js";

/**
 * Cuts a text to `max` UTF-16 units, at line ends where one is near. The cut says how many characters are missing,
 * followed by `hint`: how to get them.
 *
 * @param where `end` keeps the beginning, `middle` keeps both ends.
 */
export function boundText(text: string, max: number, where: "end" | "middle", hint?: string): string {
  if (text.length <= max) return text;
  const room = max - marker(text.length, hint).length - 2;
  if (room <= 0) return headOf(text, Math.max(0, max));
  const head = toLineEnd(headOf(text, where === "end" ? room : Math.ceil(room / 2)));
  const tail = where === "end" ? "" : fromLineStart(tailOf(text, Math.floor(room / 2)));
  const seam = head === "" || head.endsWith("\n") ? "" : "\n";
  const missing = text.length - head.length - tail.length;
  return `${head}${seam}${marker(missing, hint)}${where === "end" ? "" : "\n"}${tail}`;
}

function marker(missing: number, hint: string | undefined): string {
  return `[... ${missing} characters left out${hint === undefined ? "" : `: ${hint}`} ...]`;
}

function toLineEnd(text: string): string {
  const at = text.lastIndexOf("\n") + 1;
  return at > text.length * 0.75 ? text.slice(0, at) : text;
}

function fromLineStart(text: string): string {
  const at = text.indexOf("\n") + 1;
  return at > 0 && at < text.length * 0.25 ? text.slice(at) : text;
}

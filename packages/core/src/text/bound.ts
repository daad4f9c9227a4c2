/**
 * Cuts `text` to at most `max` UTF-16 units, at line ends where one is near and never inside a surrogate pair. The cut
 * says how many characters are missing and, with `hint`, how to get them. Texts that fit come back unchanged.
 *
 * @param where `end` keeps the beginning, `middle` keeps both ends.
 */
export function boundText(
  text: string,
  max: number,
  where: "end" | "middle",
  hint = "ask for a smaller part to see it",
): string {
  if (text.length <= max) return text;
  const mark = (missing: number): string => `[... ${missing} characters left out — ${hint} ...]`;
  // The mark is longest with the whole length in it; two line ends go around it.
  const room = max - mark(text.length).length - 2;
  if (room <= 0) return text.slice(0, pairStart(text, Math.max(0, max)));
  const head = toLineEnd(text.slice(0, pairStart(text, where === "end" ? room : Math.ceil(room / 2))));
  const tail =
    where === "end" ? "" : fromLineStart(text.slice(pairEnd(text, text.length - Math.floor(room / 2))));
  const seam = head === "" || head.endsWith("\n") ? "" : "\n";
  const missing = text.length - head.length - tail.length;
  return `${head}${seam}${mark(missing)}${tail === "" ? "" : "\n"}${tail}`;
}

function pairStart(text: string, at: number): number {
  return splitsPair(text, at) ? at - 1 : at;
}

function pairEnd(text: string, at: number): number {
  return splitsPair(text, at) ? at + 1 : at;
}

function splitsPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
}

function toLineEnd(text: string): string {
  const at = text.lastIndexOf("\n") + 1;
  return at > text.length * 0.75 ? text.slice(0, at) : text;
}

function fromLineStart(text: string): string {
  const at = text.indexOf("\n") + 1;
  return at > 0 && at < text.length * 0.25 ? text.slice(at) : text;
}

/**
 * Cuts `text` to at most `max` UTF-16 units, never inside a surrogate pair, and says how much is missing.
 * `end` keeps the start; `middle` keeps both ends. `hint` tells how to get the rest. Texts that fit come back unchanged.
 */
export function boundText(
  text: string,
  max: number,
  where: "end" | "middle",
  hint = "ask for a smaller part to see it",
): string {
  if (text.length <= max) return text;
  const mark = (missing: number): string => `[... ${missing} characters left out — ${hint} ...]`;
  // The mark's own length depends on the number in it, which never has more digits than the whole length.
  const room = Math.max(0, max - mark(text.length).length - 2);
  const head = where === "end" ? room : Math.ceil(room * 0.6);
  const start = cutBefore(text, head);
  const end = where === "end" ? text.length : cutAfter(text, text.length - (room - head));
  const missing = end - start.length;
  const tail = text.slice(end);
  return tail === "" ? `${start}\n${mark(missing)}` : `${start}\n${mark(missing)}\n${tail}`;
}

function cutBefore(text: string, at: number): string {
  return text.slice(0, isLowSurrogate(text, at) ? at - 1 : at);
}

function cutAfter(text: string, at: number): number {
  return isLowSurrogate(text, at) ? at + 1 : at;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
}

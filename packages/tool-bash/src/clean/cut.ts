/** The first `length` UTF-16 units, one less where that would cut a surrogate pair. */
export function headOf(text: string, length: number): string {
  if (length <= 0) return "";
  if (length >= text.length) return text;
  return text.slice(0, isLowSurrogate(text, length) ? length - 1 : length);
}

/** The last `length` UTF-16 units, one less where that would cut a surrogate pair. */
export function tailOf(text: string, length: number): string {
  if (length <= 0) return "";
  const from = Math.max(0, text.length - length);
  return text.slice(isLowSurrogate(text, from) ? from + 1 : from);
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

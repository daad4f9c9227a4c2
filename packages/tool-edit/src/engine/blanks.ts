/**
 * Blank characters inside a line: space, tab and the other space separators of Unicode. Line and page separators,
 * zero width characters and U+FEFF are text, so that they never disappear.
 */
export function isBlankCode(code: number): boolean {
  if (code === 32 || code === 9) return true;
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The offset of the first character from `from` on that is no blank; at most `to`. */
export function skipBlanks(text: string, from: number, to: number = text.length): number {
  let at = from;
  while (at < to && isBlankCode(text.charCodeAt(at))) at++;
  return at;
}

/** The offset behind the last character before `to` that is no blank; at least `from`. */
export function skipBlanksBack(text: string, to: number, from = 0): number {
  let at = to;
  while (at > from && isBlankCode(text.charCodeAt(at - 1))) at--;
  return at;
}

export function isBlank(text: string): boolean {
  return skipBlanks(text, 0) === text.length;
}

/** The blanks at the head of a line. */
export function indentOf(line: string): string {
  return line.slice(0, skipBlanks(line, 0));
}

/** The blanks at the tail of a line; all of it when it is blank. */
export function tailOf(line: string): string {
  return line.slice(skipBlanksBack(line, line.length));
}

export function trimLine(line: string): string {
  const from = skipBlanks(line, 0);
  return line.slice(from, skipBlanksBack(line, line.length, from));
}

export function trimEnd(line: string): string {
  return line.slice(0, skipBlanksBack(line, line.length));
}

/** Text taken apart into the whitespace around it, newlines included, and its core. */
export interface Padded {
  readonly lead: string;
  readonly core: string;
  readonly tail: string;
}

/** Splits off the whitespace around `text`; a text of whitespace only is all `lead`. */
export function splitPadding(text: string): Padded {
  const blank = (at: number): boolean => text.charCodeAt(at) === 10 || isBlankCode(text.charCodeAt(at));
  let from = 0;
  while (from < text.length && blank(from)) from++;
  let to = text.length;
  while (to > from && blank(to - 1)) to--;
  return { lead: text.slice(0, from), core: text.slice(from, to), tail: text.slice(to) };
}

export function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

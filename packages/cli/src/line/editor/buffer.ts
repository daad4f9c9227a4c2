import { graphemes } from "../render/width.js";

/** A text and the place in it where typing happens, counted in UTF-16 units. */
export interface Buffer {
  readonly text: string;
  readonly cursor: number;
}

export const EMPTY: Buffer = { text: "", cursor: 0 };

/** A text with the cursor behind it. */
export function bufferOf(text: string): Buffer {
  return { text, cursor: text.length };
}

export function insert({ text, cursor }: Buffer, added: string): Buffer {
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

/** Takes the text between two places out; the cursor goes where it was. */
export function cut(
  { text }: Buffer,
  from: number,
  to: number,
): { readonly buffer: Buffer; readonly killed: string } {
  return {
    buffer: { text: text.slice(0, from) + text.slice(to), cursor: from },
    killed: text.slice(from, to),
  };
}

export function lineStart({ text, cursor }: Buffer): number {
  return cursor === 0 ? 0 : text.lastIndexOf("\n", cursor - 1) + 1;
}

export function lineEnd({ text, cursor }: Buffer): number {
  const end = text.indexOf("\n", cursor);
  return end < 0 ? text.length : end;
}

/** The place before the character left of the cursor; a line end counts as one. */
export function before(buffer: Buffer): number {
  const { text, cursor } = buffer;
  if (cursor === 0) return 0;
  const start = lineStart(buffer);
  if (cursor === start) return cursor - 1;
  return cursor - (graphemes(text.slice(start, cursor)).at(-1)?.length ?? 1);
}

/** The place behind the character right of the cursor. */
export function after(buffer: Buffer): number {
  const { text, cursor } = buffer;
  const end = lineEnd(buffer);
  if (cursor === end) return Math.min(text.length, cursor + 1);
  return cursor + (graphemes(text.slice(cursor, end))[0]?.length ?? 1);
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Where the word left of the cursor begins. */
export function wordLeft({ text, cursor }: Buffer): number {
  let at = cursor;
  while (at > 0 && !WORD.test(charBefore(text, at))) at -= charBefore(text, at).length;
  while (at > 0 && WORD.test(charBefore(text, at))) at -= charBefore(text, at).length;
  return at;
}

/** Where the word right of the cursor ends. */
export function wordRight({ text, cursor }: Buffer): number {
  let at = cursor;
  while (at < text.length && !WORD.test(charAt(text, at))) at += charAt(text, at).length;
  while (at < text.length && WORD.test(charAt(text, at))) at += charAt(text, at).length;
  return at;
}

/** Where the run of non-blanks left of the cursor begins (Ctrl-W). */
export function blankLeft({ text, cursor }: Buffer): number {
  let at = cursor;
  while (at > 0 && /\s/.test(charBefore(text, at))) at -= 1;
  while (at > 0 && !/\s/.test(charBefore(text, at))) at -= charBefore(text, at).length;
  return at;
}

function charAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 32);
}

function charBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  const pair = low >= 0xdc00 && low <= 0xdfff && at > 1;
  return text.slice(at - (pair ? 2 : 1), at);
}

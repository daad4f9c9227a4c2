import type { Position, Range } from "../protocol/types.js";
import type { TextLines } from "./text-lines.js";

/** How a server counts within a line (LSP 3.17, `PositionEncodingKind`). */
export type Encoding = "utf-8" | "utf-16" | "utf-32";

/** Units of `encoding` before the UTF-16 index `index` of `line`. */
export function toUnits(line: string, index: number, encoding: Encoding): number {
  if (encoding === "utf-16") return Math.min(index, line.length);
  const head = line.slice(0, index);
  return encoding === "utf-8" ? Buffer.byteLength(head) : codePoints(head);
}

/** UTF-16 index of the position `units` in `line`; a position behind the end is the end. */
export function fromUnits(line: string, units: number, encoding: Encoding): number {
  if (encoding === "utf-16") return Math.min(units, line.length);
  let index = 0;
  let seen = 0;
  while (index < line.length && seen < units) {
    const code = line.codePointAt(index) ?? 0;
    seen += encoding === "utf-32" ? 1 : utf8Length(code);
    index += code > 0xffff ? 2 : 1;
  }
  return index;
}

/** Characters (code points) of a text. */
export function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0xd800 && code < 0xdc00) {
      const next = text.charCodeAt(index + 1);
      if (next >= 0xdc00 && next < 0xe000) index++;
    }
    count++;
  }
  return count;
}

/** UTF-16 offset in the text of a position of the server. */
export function offsetAt(lines: TextLines, position: Position, encoding: Encoding): number {
  if (position.line >= lines.count) return lines.text.length;
  return lines.start(position.line) + fromUnits(lines.line(position.line), position.character, encoding);
}

/** The server's position for a UTF-16 index within a line. */
export function positionAt(lines: TextLines, line: number, index: number, encoding: Encoding): Position {
  return { line, character: toUnits(lines.line(line), index, encoding) };
}

/** The text a server's range stands for. */
export function textOf(lines: TextLines, range: Range, encoding: Encoding): string {
  return lines.text.slice(offsetAt(lines, range.start, encoding), offsetAt(lines, range.end, encoding));
}

function utf8Length(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

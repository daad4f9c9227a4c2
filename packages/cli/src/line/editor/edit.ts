import { graphemes } from "../render/width.js";
import type { Action } from "./bindings.js";
import {
  after,
  before,
  blankLeft,
  cut,
  insert,
  lineEnd,
  lineStart,
  wordLeft,
  wordRight,
  type Buffer,
} from "./buffer.js";

/** What an action made of the text; `killed` is what Ctrl-Y brings back. Undefined: the action is not about the text. */
export interface Edit {
  readonly buffer: Buffer;
  readonly killed?: { readonly text: string; readonly at: "front" | "end" };
}

/** Applies an action that needs nothing but the text. `column` is where up and down aim, in characters. */
export function edit(buffer: Buffer, action: Action, column: number): Edit | undefined {
  const to = (cursor: number): Edit => ({ buffer: { ...buffer, cursor } });
  const kill = (from: number, end: number, at: "front" | "end"): Edit => {
    const { buffer: rest, killed } = cut(buffer, from, end);
    return { buffer: rest, killed: { text: killed, at } };
  };
  switch (action) {
    case "left":
      return to(before(buffer));
    case "right":
      return to(after(buffer));
    case "word-left":
      return to(wordLeft(buffer));
    case "word-right":
      return to(wordRight(buffer));
    case "line-start":
      return to(lineStart(buffer));
    case "line-end":
      return to(lineEnd(buffer));
    case "text-start":
      return to(0);
    case "text-end":
      return to(buffer.text.length);
    case "up":
      return lineStart(buffer) === 0 ? undefined : to(inLine(buffer, lineStart(buffer) - 1, column));
    case "down":
      return lineEnd(buffer) === buffer.text.length
        ? undefined
        : to(inLine(buffer, lineEnd(buffer) + 1, column));
    case "newline":
      return { buffer: insert(buffer, "\n") };
    case "delete-left":
      return { buffer: cut(buffer, before(buffer), buffer.cursor).buffer };
    case "delete-right":
      return { buffer: cut(buffer, buffer.cursor, after(buffer)).buffer };
    case "kill-word-left":
      return kill(wordLeft(buffer), buffer.cursor, "front");
    case "kill-blank-left":
      return kill(blankLeft(buffer), buffer.cursor, "front");
    case "kill-word-right":
      return kill(buffer.cursor, wordRight(buffer), "end");
    case "kill-to-start":
      return kill(lineStart(buffer), buffer.cursor, "front");
    case "kill-to-end": {
      const end = lineEnd(buffer);
      return kill(buffer.cursor, end === buffer.cursor ? Math.min(end + 1, buffer.text.length) : end, "end");
    }
    default:
      return undefined;
  }
}

/** Characters between the start of the line and the cursor. */
export function columnOf(buffer: Buffer): number {
  return graphemes(buffer.text.slice(lineStart(buffer), buffer.cursor)).length;
}

/** The place `column` characters into the line that holds `somewhere`. */
function inLine(buffer: Buffer, somewhere: number, column: number): number {
  const at = { text: buffer.text, cursor: somewhere };
  const start = lineStart(at);
  const line = buffer.text.slice(start, lineEnd(at));
  return start + graphemes(line).slice(0, column).join("").length;
}

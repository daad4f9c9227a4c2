import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { Room } from "../block.js";
import { fitRows } from "../text/rows.js";
import { safeLine, safeText } from "../text/safe-text.js";
import type { Part } from "./split-markdown.js";

const INDENT = "  ";
/** UTF-16 units of code that are coloured while it still comes. */
const CHEAP = 2000;

/** The rows of a code block that is complete. */
export function codeRows(part: Part, room: Room): string[] {
  const rows = room.theme.highlight(safeText(part.text), part.language);
  return [fenceRow(part, room), ...lineRows(rows, room), ...(part.closed ? [endRow(room)] : [])];
}

/** A code block that grows: rows of lines that are complete are kept. */
export interface GrowingCode {
  rows(part: Part, room: Room): readonly string[];
}

export function createGrowingCode(): GrowingCode {
  let known: Room | undefined;
  let kept: string[] = [];
  /** Units of the code whose rows are kept. */
  let length = 0;
  return {
    rows(part, room) {
      if (known !== room || part.text.length < length) {
        known = room;
        kept = [];
        length = 0;
      }
      if (part.text.length <= CHEAP) return codeRows(part, room);
      if (length === 0) {
        const end = part.text.lastIndexOf("\n", CHEAP) + 1;
        kept = codeRows({ ...part, text: part.text.slice(0, Math.max(0, end - 1)), closed: false }, room);
        if (end === 0) kept.length = 1;
        length = end;
      }
      const end = part.text.lastIndexOf("\n") + 1;
      if (end > length) {
        kept.push(...lineRows(safeText(part.text.slice(length, end - 1)).split("\n"), room));
        length = end;
      }
      return [...kept, ...lineRows(safeText(part.text.slice(length)).split("\n"), room)];
    },
  };
}

function fenceRow(part: Part, room: Room): string {
  return fitRows([room.theme.border(`\`\`\`${safeLine(part.language)}`)], room)[0] ?? "";
}

function endRow(room: Room): string {
  return fitRows([room.theme.border("```")], room)[0] ?? "";
}

function lineRows(lines: readonly string[], room: Room): string[] {
  const width = Math.max(1, room.width - INDENT.length);
  return fitRows(
    lines.flatMap((line) => wrapTextWithAnsi(line, width)).map((row) => (row === "" ? "" : INDENT + row)),
    room,
  );
}

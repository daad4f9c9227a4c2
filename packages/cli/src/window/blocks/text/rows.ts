import { sliceByColumn, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { Paint } from "../../types.js";
import type { Room } from "../block.js";

/** The text in at most `width` cells; what was cut is told by `…`. For texts without colours. */
export function fitText(text: string, width: number): string {
  if (width <= 0) return "";
  // No character takes more than a few units of text per cell, so a long line need not be measured whole.
  const head = text.length > width * 16 ? text.slice(0, width * 16) : text;
  if (head === text && visibleWidth(text) <= width) return text;
  return width === 1 ? "…" : `${sliceByColumn(head, 0, width - 1, true)}…`;
}

/** Rows as a room takes them: none wider than it, all indented. */
export function fitRows(rows: readonly string[], { width, indent }: Room): string[] {
  return rows.map((row) => indent + (visibleWidth(row) <= width ? row : sliceByColumn(row, 0, width, true)));
}

/** The same room further in; where there is little space, not as far. */
export function inner(room: Room, cells: number): Room {
  const step = Math.max(0, Math.min(cells, room.width - 8));
  return { ...room, width: room.width - step, indent: room.indent + " ".repeat(step) };
}

/** A text broken at blanks, each row painted. Rows after the first begin with `rest`. */
export function wrapText(text: string, room: Room, paint: Paint, first = "", rest = first): string[] {
  const rows: string[] = [];
  const space = Math.max(1, room.width - visibleWidth(first));
  for (const line of text.split("\n"))
    for (const row of wrapTextWithAnsi(line, space))
      rows.push((rows.length === 0 ? first : rest) + paint(row));
  return fitRows(rows, room);
}

/** A row painted up to the end where its paint has a background. */
export function fillRow(row: string, width: number, paint: Paint): string {
  const missing = width - visibleWidth(row);
  // 48 sets a background.
  return missing > 0 && paint(" ").includes("48;") ? `${row}${paint(" ".repeat(missing))}` : row;
}

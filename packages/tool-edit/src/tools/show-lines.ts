import type { LineRange } from "@mm-agent/core";
import { isHighSurrogate } from "./show-patch.js";

export interface ShowOptions {
  /** Last line asked for; `Infinity` for the end of the file. */
  readonly wanted: number;
  readonly numbered: boolean;
  /** UTF-16 units. */
  readonly max: number;
}

/**
 * The lines of a range as the model sees them: at most `max` units and whole lines, the final newline only where the end
 * of the file is shown. When something is left out, the last line says which `start` goes on.
 */
export function showLines(range: LineRange, { wanted, numbered, max }: ShowOptions): string {
  const lines = range.text.replace(/\n$/, "").split("\n");
  if (range.from === 1) lines[0] = (lines[0] ?? "").replace(/^\uFEFF/, "");
  const width = String(range.to).length;
  const shown = numbered
    ? lines.map((line, index) => `${String(range.from + index).padStart(width)} │ ${line}`)
    : lines;
  const atEnd = range.total !== undefined && range.to >= range.total;
  const beyond = atEnd && Number.isFinite(wanted) && wanted > range.to;
  const note = beyond ? `[the file has ${countLines(range.total ?? 0)}]` : "";
  const whole = shown.join("\n") + (atEnd && (range.finalNewline || beyond) ? "\n" : "") + note;
  if (whole.length <= max && (atEnd || range.to >= wanted)) return whole;
  return cut(range, shown, max);
}

export function countLines(count: number): string {
  return `${count} ${count === 1 ? "line" : "lines"}`;
}

function cut(range: LineRange, shown: readonly string[], max: number): string {
  const of = range.total === undefined ? "" : ` of ${range.total}`;
  const mark = (last: number): string => `[lines ${range.from}-${last}${of} — go on with start: ${last + 1}]`;
  const room = max - mark(range.to).length - 1;
  let length = 0;
  let count = 0;
  while (count < shown.length && length + (shown[count]?.length ?? 0) + 1 <= room) {
    length += (shown[count]?.length ?? 0) + 1;
    count++;
  }
  if (count > 0) return `${shown.slice(0, count).join("\n")}\n${mark(range.from + count - 1)}`;
  const line = shown[0] ?? "";
  const only = `[line ${range.from}${of} is ${line.length} characters long and cut here — go on with start: ${range.from + 1}]`;
  const keep = Math.max(0, max - only.length - 1);
  const head = line.slice(0, keep > 0 && isHighSurrogate(line.charCodeAt(keep - 1)) ? keep - 1 : keep);
  return `${head}\n${only}`.slice(0, max);
}

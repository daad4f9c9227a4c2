import type { LineRange } from "@mm-agent/core";
import { cutCommand } from "./cut-command.js";
import { isHighSurrogate } from "./show-patch.js";

export interface ShowOptions {
  /** As the model can name it, for the command that shows the rest of a long line. */
  readonly path: string;
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
export function showLines(range: LineRange, options: ShowOptions): string {
  const { wanted, numbered, max } = options;
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
  return cut(range, shown, lines[0] ?? "", options);
}

export function countLines(count: number): string {
  return `${count} ${count === 1 ? "line" : "lines"}`;
}

function cut(range: LineRange, shown: readonly string[], first: string, options: ShowOptions): string {
  const { max } = options;
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
  const number = (shown[0] ?? "").slice(0, (shown[0] ?? "").length - first.length);
  return cutLine(range, first, number, options);
}

/** The head of a line that does not fit, how much of it is missing, and how to get at the rest. */
function cutLine(range: LineRange, line: string, number: string, { path, max }: ShowOptions): string {
  const isLast = range.total !== undefined && range.from >= range.total;
  const next = isLast ? "" : `; go on with start: ${range.from + 1}`;
  // A byte order mark is not shown but counts as bytes of the line.
  const hidden = range.from === 1 && range.text.startsWith("\uFEFF") ? 3 : 0;
  const mark = (kept: number): string => {
    const shown = hidden + Buffer.byteLength(line.slice(0, kept));
    const more = Buffer.byteLength(line.slice(kept, wholeCharacters(line, kept + Math.max(2, kept))));
    return (
      `[line ${range.from} is ${line.length} characters long, ${line.length - kept} are missing here — ` +
      `on with bash: ${cutCommand(path, range.from, shown + 1, shown + more)}${next}]`
    );
  };
  const room = max - number.length - mark(line.length).length - 2 * String(line.length).length - 1;
  const kept = wholeCharacters(line, Math.max(0, Math.min(line.length, room)));
  return `${number}${line.slice(0, kept)}\n${mark(kept)}`.slice(0, max);
}

/** `at`, or one less where that would halve a surrogate pair. */
function wholeCharacters(line: string, at: number): number {
  return at > 0 && isHighSurrogate(line.charCodeAt(at - 1)) ? at - 1 : at;
}

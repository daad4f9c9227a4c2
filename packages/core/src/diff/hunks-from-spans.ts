import { buildHunks } from "./build-hunks.js";
import { compareLines } from "./compare-lines.js";
import { splitLines } from "./split-lines.js";
import type { Change, LineDiff } from "./types.js";

/** `before.slice(start, end)` gives way to `text`. Offsets in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The difference made by known replacements, as `diffLines` would give it but without comparing the whole text.
 *
 * @param spans in order, not overlapping, inside `before`.
 * @throws {RangeError} for spans that overlap, run backwards or leave the text.
 */
export function hunksFromSpans(before: string, spans: readonly Span[]): LineDiff {
  const lines = splitLines(before);
  const changes: Change[] = [];
  let line = 0; // first line not looked at
  let lineStart = 0; // and its offset
  let seen = 0; // end of the last span
  for (let index = 0; index < spans.length;) {
    const first = spans[index]!;
    while (line < lines.length && lineStart + lines[line]!.length <= first.start) {
      // A span at the very end of a text without a final newline belongs to its last line.
      if (line === lines.length - 1 && !lines[line]!.endsWith("\n")) break;
      lineStart += lines[line]!.length;
      line += 1;
    }
    const from = line;
    const parts: string[] = [];
    let at = lineStart;
    // Takes in further spans and lines until the region ends where a line ends, on both sides.
    for (;;) {
      const span = spans[index];
      const inRegion = span && (span.start < lineStart || parts.length === 0 || line === lines.length);
      if (span && inRegion) {
        check(span, seen, before.length);
        seen = span.end;
        parts.push(before.slice(at, span.start), span.text);
        at = span.end;
        index += 1;
        while (line < lines.length && lineStart < at) {
          lineStart += lines[line]!.length;
          line += 1;
        }
        continue;
      }
      if (line < lines.length && !endsLine(parts, before.slice(at, lineStart))) {
        lineStart += lines[line]!.length;
        line += 1;
        continue;
      }
      break;
    }
    parts.push(before.slice(at, lineStart));
    const old = lines.slice(from, line);
    for (const change of compareLines(old, splitLines(parts.join("")))) {
      append(changes, { ...change, start: change.start + from });
    }
  }
  return buildHunks(lines, changes);
}

/** Whether what the region has become so far ends with a newline, or is empty. */
function endsLine(parts: readonly string[], rest: string): boolean {
  if (rest !== "") return rest.endsWith("\n");
  const last = parts.findLast((part) => part !== "");
  return last === undefined || last.endsWith("\n");
}

function append(changes: Change[], change: Change): void {
  const last = changes.at(-1);
  if (!last || last.start + last.count < change.start) {
    changes.push(change);
    return;
  }
  changes.pop();
  const lines = [...last.lines, ...change.lines];
  changes.push({ start: last.start, count: last.count + change.count, lines });
}

function check(span: Span, seen: number, length: number): void {
  if (span.start >= seen && span.end >= span.start && span.end <= length) return;
  throw new RangeError(`span ${span.start}..${span.end} overlaps another one or is outside the text`);
}

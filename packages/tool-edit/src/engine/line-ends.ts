import { alignLines, pairLines } from "./align-lines.js";
import type { TextView } from "./text-view.js";
import { lineAt, lineEndOf } from "./text-view.js";

/**
 * The line ends for new lines. In a uniform file all are the file's. In a mixed one a line that was there keeps its own,
 * a changed line takes that of the line it replaces, and a further one that of the line before it.
 *
 * @param align for each new line the index of the same old line, or -1
 * @param oldEnds line ends of the old lines as they are in the file, `""` where there is none
 */
function pickLineEnds(align: readonly number[], oldEnds: readonly string[], fallback: string): string[] {
  let last = fallback;
  return pairLines(align, oldEnds.length).map((partner) => (last = oldEnds[partner] || last));
}

function onlyCrLf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

/** The end of a line, or of the one before it where the last line has none. */
function lineEndNear(view: TextView, line: number): string {
  return lineEndOf(view, line) || (line > 0 ? lineEndOf(view, line - 1) : "") || "\n";
}

/**
 * `text` (with `\n`) as it goes into the file in place of `view.text.slice(start, end)`. In a file without any line end
 * those of `given`, the text as the caller wrote it, decide.
 */
export function withFileLineEnds(
  view: TextView,
  start: number,
  end: number,
  text: string,
  given: string,
): string {
  if (view.lineEnd === "\r\n" || (view.lineEnd === "none" && onlyCrLf(given)))
    return text.replaceAll("\n", "\r\n");
  if (view.lineEnd !== "mixed" || !text.includes("\n")) return text;
  const before = view.text.slice(start, end).split("\n");
  const after = text.split("\n");
  const first = lineAt(view, start);
  const oldEnds = before.map((line, index) => {
    const isRest = index === before.length - 1 && line === "";
    return isRest ? "" : lineEndOf(view, first + index);
  });
  const ends = pickLineEnds(alignLines(before, after).slice(0, -1), oldEnds, lineEndNear(view, first));
  return after.map((line, index) => line + (ends[index] ?? "")).join("");
}

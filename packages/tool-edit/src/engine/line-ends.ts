import { alignLines } from "./align-lines.js";
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
  const ends: string[] = [];
  const nexts = nextKept(align, oldEnds.length);
  let anchorOld = -1;
  let anchorNew = -1;
  let last = fallback;
  align.forEach((same, index) => {
    const across = anchorOld + (index - anchorNew);
    const paired = same >= 0 ? same : across < (nexts[index] ?? 0) ? across : -1;
    last = oldEnds[paired] || last;
    ends.push(last);
    if (same >= 0) {
      anchorOld = same;
      anchorNew = index;
    }
  });
  return ends;
}

function onlyCrLf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

/** For each new line the old line that the next kept one stands for. */
function nextKept(align: readonly number[], end: number): number[] {
  const nexts = Array.from<number>({ length: align.length });
  let next = end;
  for (let index = align.length - 1; index >= 0; index--) {
    const same = align[index] ?? -1;
    if (same >= 0) next = same;
    nexts[index] = next;
  }
  return nexts;
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

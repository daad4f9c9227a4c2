import { alignLines, pairLines } from "./align-lines.js";
import type { Padded } from "./blanks.js";
import { indentOf, isBlank, tailOf, trimEnd, trimLine } from "./blanks.js";
import { indentStyle } from "./indent-style.js";
import type { Place } from "./place.js";
import type { NewIndent } from "./reindent.js";
import { reindent } from "./reindent.js";
import { lineText } from "./text-view.js";

/**
 * The lines of `new` as they go into the file, without the padding round them: those that `old` has too with the bytes of
 * the file, the others with the file's indentation.
 */
export function newLines(place: Place, fresh: Padded): string[] {
  const { view, first, fromLineStart, start, end } = place;
  const fileLines = view.text.slice(start, end).split("\n");
  const oldLines = place.old.core.split("\n");
  const lines = fresh.core.split("\n");
  lines[0] =
    (fromLineStart ? afterNewline(fresh.lead) : blanksBeyond(fresh.lead, place.old.lead)) + (lines[0] ?? "");
  if (fromLineStart) oldLines[0] = afterNewline(place.old.lead) + (oldLines[0] ?? "");
  const oldTail = beforeNewline(place.old.tail);
  oldLines.push((oldLines.pop() ?? "") + oldTail);
  const newTail = beforeNewline(fresh.tail);
  lines.push((lines.pop() ?? "") + (place.toLineEnd ? newTail : blanksBeyond(newTail, oldTail)));

  const align = alignLines(oldLines.map(trimEnd), lines.map(trimEnd));
  const indents = newIndents(lines, oldLines, align, fileLines, fromLineStart);
  const pairs = oldLines.flatMap((line, index) => {
    if (isBlank(line) || (index === 0 && !fromLineStart)) return [];
    return [{ old: indentOf(line), file: indentOf(fileLines[index] ?? "") }];
  });
  const style = indentStyle(view, first, place.last);
  const mapped = reindent({ pairs, lines: indents, style, ...beside(place) });
  const asWritten = pairs.every(({ old, file }) => old === file);
  const tails = tailMap(oldLines, fileLines);
  let nonBlank = 0;
  return lines.map((line, index) => {
    const same = align[index] ?? -1;
    const blank = isBlank(line);
    const positioned = !blank && (index > 0 || fromLineStart);
    const indent = positioned ? mapped[nonBlank++] : undefined;
    const freshTail = tails.get(tailOf(line)) ?? tailOf(line);
    if (same >= 0) return keptLine(line, freshTail, oldLines[same] ?? line, fileLines[same] ?? line);
    if (blank) return asWritten ? line : "";
    const body = indent === undefined ? line : indent + line.slice(indentOf(line).length);
    return trimEnd(body) + freshTail;
  });
}

/**
 * A line that `old` and `new` share, but for the blanks at its end. It keeps the bytes of the file, unless `old` shows the
 * file's blanks and `new` has others: those are meant.
 */
function keptLine(fresh: string, freshTail: string, old: string, file: string): string {
  if (fresh === old) return file;
  if (fresh === "") return file !== "" && old !== "" ? "" : file;
  return tailOf(old) === tailOf(file) ? trimEnd(file) + freshTail : file;
}

/** The nearest lines of the file round a place that are not blank. */
function beside({ view, first, last }: Place): { above: string | undefined; below: string | undefined } {
  const seek = (from: number, step: 1 | -1): string | undefined => {
    for (let line = from; line >= 0 && line < view.starts.length; line += step) {
      const text = lineText(view, line);
      if (!isBlank(text)) return text;
    }
    return undefined;
  };
  return { above: seek(first - 1, -1), below: seek(last + 1, 1) };
}

function newIndents(
  lines: readonly string[],
  oldLines: readonly string[],
  align: readonly number[],
  fileLines: readonly string[],
  fromLineStart: boolean,
): NewIndent[] {
  const moved = new Map(oldLines.map((line, index) => [trimLine(line), index]));
  const partners = pairLines(align, oldLines.length);
  const pairOf = (index: number) => ({
    old: indentOf(oldLines[index] ?? ""),
    file: indentOf(fileLines[index] ?? ""),
  });
  return lines.flatMap((line, index): NewIndent[] => {
    if (isBlank(line) || (index === 0 && !fromLineStart)) return [];
    const indent = indentOf(line);
    const given = { indent, text: line.slice(indent.length) };
    const same = align[index] ?? -1;
    if (same >= 0) return [{ ...given, kept: pairOf(same).file }];
    const partner = partners[index] ?? -1;
    const replaces = partner >= 0 && (partner > 0 || fromLineStart) && !isBlank(oldLines[partner] ?? "");
    if (replaces && pairOf(partner).old === indent) return [{ ...given, kept: pairOf(partner).file }];
    const place = moved.get(given.text.trimEnd());
    if (place === undefined || (place === 0 && !fromLineStart)) return [given];
    return [{ ...given, moved: pairOf(place) }];
  });
}

/** What the blanks at line ends of `old` are in the file, where `old` always means the same by them. */
function tailMap(oldLines: readonly string[], fileLines: readonly string[]): Map<string, string> {
  const tails = new Map<string, string>();
  const unclear = new Set<string>();
  oldLines.forEach((line, index) => {
    const old = tailOf(line);
    if (isBlank(line) || old === "") return;
    const file = tailOf(fileLines[index] ?? "");
    if (tails.has(old) && tails.get(old) !== file) unclear.add(old);
    tails.set(old, file);
  });
  for (const old of unclear) tails.delete(old);
  return tails;
}

/** The blanks of `new` inside a line that go beyond those of `old`, which the file has or forgives. */
function blanksBeyond(fresh: string, old: string): string {
  if (fresh.includes("\n")) return "";
  return fresh.length <= old.length ? "" : fresh.slice(old.length);
}

function afterNewline(padding: string): string {
  return padding.slice(padding.lastIndexOf("\n") + 1);
}

function beforeNewline(padding: string): string {
  const at = padding.indexOf("\n");
  return at < 0 ? padding : padding.slice(0, at);
}

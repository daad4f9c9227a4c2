import { alignLines } from "./align-lines.js";
import type { Padded } from "./blanks.js";
import { indentOf, isBlank, tailOf, trimEnd, trimLine } from "./blanks.js";
import { indentStyle } from "./indent-style.js";
import type { Place } from "./place.js";
import type { NewIndent } from "./reindent.js";
import { reindent } from "./reindent.js";

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
  const style = indentStyle(view, first, place.last) ?? { unit: "    ", width: 4 };
  const mapped = reindent({ pairs, lines: indents, style });
  const asWritten = pairs.every(({ old, file }) => old === file);
  const tails = tailMap(oldLines, fileLines);
  let nonBlank = 0;
  return lines.map((line, index) => {
    const same = align[index] ?? -1;
    const blank = isBlank(line);
    const positioned = !blank && (index > 0 || fromLineStart);
    const indent = positioned ? mapped[nonBlank++] : undefined;
    if (same >= 0) return keptLine(line, oldLines[same] ?? line, fileLines[same] ?? line);
    if (blank) return asWritten ? line : "";
    const body = indent === undefined ? line : indent + line.slice(indentOf(line).length);
    const tail = tailOf(body);
    return trimEnd(body) + (tails.get(tail) ?? tail);
  });
}

/**
 * A line that `old` and `new` share, but for the blanks at its end. It keeps the bytes of the file, unless `old` shows the
 * file's blanks and `new` has others: those are meant.
 */
function keptLine(fresh: string, old: string, file: string): string {
  if (fresh === old) return file;
  if (fresh === "") return file !== "" && old !== "" ? "" : file;
  return tailOf(old) === tailOf(file) ? trimEnd(file) + tailOf(fresh) : file;
}

function newIndents(
  lines: readonly string[],
  oldLines: readonly string[],
  align: readonly number[],
  fileLines: readonly string[],
  fromLineStart: boolean,
): NewIndent[] {
  const places = new Map(oldLines.map((line, index) => [trimLine(line), index]));
  return lines.flatMap((line, index): NewIndent[] => {
    if (isBlank(line) || (index === 0 && !fromLineStart)) return [];
    const indent = indentOf(line);
    const same = fileLines[align[index] ?? -1];
    if (same !== undefined) return [{ indent, kept: indentOf(same) }];
    const place = places.get(trimLine(line));
    if (place === undefined || (place === 0 && !fromLineStart)) return [{ indent }];
    return [
      { indent, moved: { old: indentOf(oldLines[place] ?? ""), file: indentOf(fileLines[place] ?? "") } },
    ];
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

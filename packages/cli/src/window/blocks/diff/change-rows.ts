import { visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { FileChange } from "@mm-agent/core";
import { oneLine } from "../../../output/one-line.js";
import { patchLines, type PatchLine } from "../../../output/patch-lines.js";
import type { Room } from "../block.js";
import { pathLink } from "../text/links.js";
import { fillRow, fitRows, fitText } from "../text/rows.js";
import { safeLine } from "../text/safe-text.js";
import { changedWords, type Stretch } from "./changed-words.js";

const INDENT = "    ";

/** One file's change under its name: numbers, signs, and the words that changed. `limit`: rows of it that are shown. */
export function changeRows(
  change: Pick<FileChange, "path" | "patch" | "added" | "removed">,
  room: Room,
  limit?: number,
): { readonly rows: string[]; readonly cut: boolean } {
  const { theme, cwd } = room;
  const inside = change.path.startsWith(`${cwd}/`) ? change.path.slice(cwd.length + 1) : change.path;
  const counts = `${theme.ok(`+${change.added}`)} ${theme.error(`-${change.removed}`)}`;
  const name = fitText(safeLine(oneLine(inside)), room.width - INDENT.length - 1 - visibleWidth(counts));
  const head = `${INDENT}${pathLink(theme.bold(name), change.path)} ${counts}`;
  const { lines, digits } = patchLines(change.patch);
  const shown = limit === undefined ? lines : lines.slice(0, limit);
  const more = lines.length - shown.length;
  const marks = wordMarks(shown);
  let cut = more > 0;
  const rows = shown.flatMap((line) => {
    const made = lineRows(line, digits, room, limit !== undefined, marks.get(line));
    cut ||= made.cut;
    return made.rows;
  });
  if (more > 0)
    rows.push(theme.dim(`${" ".repeat(digits)}   … ${more} more ${more === 1 ? "line" : "lines"}`));
  return { rows: fitRows([head, ...rows.map((row) => INDENT + row)], room), cut };
}

function lineRows(
  line: PatchLine,
  digits: number,
  { theme, width }: Room,
  short: boolean,
  stretches: readonly Stretch[] | undefined,
): { rows: string[]; cut: boolean } {
  const blank = " ".repeat(digits + 3);
  if (line.kind === "gap") return { rows: [theme.dim(`${blank}⋯`)], cut: false };
  const text = safeLine(line.text);
  if (line.kind === "note") return { rows: [theme.dim(blank + text)], cut: false };
  const space = Math.max(1, width - INDENT.length - blank.length);
  const sign = line.kind === "added" ? "+" : line.kind === "removed" ? "-" : " ";
  const paint = line.kind === "added" ? theme.added : line.kind === "removed" ? theme.removed : theme.dim;
  const word = line.kind === "added" ? theme.addedWord : theme.removedWord;
  const number = `${String(line.number).padStart(digits)} ${sign} `;
  const fill = (row: string): string => fillRow(row, width - INDENT.length, paint);
  if (visibleWidth(text) > space) {
    if (short) return { rows: [fill(paint(number + fitText(text, space)))], cut: true };
    const rows = wrapTextWithAnsi(text, space);
    return { rows: rows.map((row, index) => fill(paint((index === 0 ? number : blank) + row))), cut: false };
  }
  if (!stretches) return { rows: [fill(paint(number + text))], cut: false };
  const body = stretches.map((part) => (part.changed ? word : paint)(safeLine(part.text))).join("");
  return { rows: [fill(paint(number) + body)], cut: false };
}

/** The first removed line of a place belongs to the first added one, and so on. */
function wordMarks(lines: readonly PatchLine[]): Map<PatchLine, readonly Stretch[]> {
  const marks = new Map<PatchLine, readonly Stretch[]>();
  for (let at = 0; at < lines.length; at += 1) {
    let end = at;
    while (lines[end]?.kind === "removed") end += 1;
    const count = end - at;
    for (let index = 0; index < count; index += 1) {
      const before = lines[at + index];
      const after = lines[end + index];
      if (before?.kind !== "removed" || after?.kind !== "added") break;
      const words = changedWords(before.text, after.text);
      if (!words) continue;
      marks.set(before, words.before);
      marks.set(after, words.after);
    }
    at = Math.max(at, end - 1);
  }
  return marks;
}

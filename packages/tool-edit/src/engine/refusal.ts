import { closestRegion } from "./closest-region.js";
import type { Found } from "./find-match.js";
import { hintsFor } from "./hints.js";
import type { TextView } from "./text-view.js";
import { lineAt, lineText } from "./text-view.js";
import type { Edit, EditProblem, EditSpan, EditsRefused } from "./types.js";

const MAX_PLACES = 10;
/** Lines of `old` shown back to the caller, who has them. */
const MAX_ECHO = 40;

/** One text out of all problems, in the order of the edits. */
export function refuse(
  problems: readonly EditProblem[],
  edits: number,
  path: string | undefined,
): EditsRefused {
  const sorted = problems.toSorted((a, b) => a.edit - b.edit);
  const prefix = (problem: EditProblem): string => {
    if (path === undefined) return problem.edit === 0 ? "the content " : "";
    return problem.edit === 0 ? `${path} ` : `${path}: `;
  };
  const texts = sorted.map((problem) => prefix(problem) + problem.message);
  if (edits > 1) texts.push(`nothing was written: ${refusedCount(sorted)} of ${edits} edits refused`);
  return { refused: sorted[0]?.reason ?? "no_edits", problems: sorted, message: texts.join("\n") };
}

function refusedCount(problems: readonly EditProblem[]): number {
  return new Set(problems.map(({ edit }) => edit)).size;
}

export function noEdits(): EditProblem {
  return {
    reason: "no_edits",
    edit: 0,
    message: "was not changed: edits is empty — send at least one {old, new}",
  };
}

export function overlapProblem(before: EditSpan, span: EditSpan): EditProblem {
  const message =
    `edit #${span.edit}: overlaps edit #${before.edit} (line ${span.line}) — all edits are resolved against the ` +
    "original file, so each place may be changed by one of them only: merge the two into one edit";
  return { reason: "overlap", edit: span.edit, message };
}

/** The problem of an `old` that names no place, or several. */
export function findProblem(
  view: TextView,
  edit: Edit,
  number: number,
  found: Found | undefined,
): EditProblem {
  return found === undefined ? notFound(view, edit, number) : ambiguous(view, number, found);
}

function ambiguous(view: TextView, number: number, found: Found): EditProblem {
  const lines = found.hits.map((hit) => lineAt(view, hit.start) + 1);
  const shown = lines.slice(0, MAX_PLACES).join(", ");
  const more = lines.length > MAX_PLACES ? ` and ${lines.length - MAX_PLACES} more` : "";
  const message =
    `edit #${number}: old text appears ${lines.length} times (lines ${shown}${more}) — to change ONE of them, include its ` +
    "surrounding lines in old until the text is unique; to change several, send one edit per place, " +
    "each with its own surrounding lines";
  return { reason: "ambiguous", edit: number, message, count: lines.length, lines };
}

function notFound(view: TextView, edit: Edit, number: number): EditProblem {
  const old = edit.old.replaceAll("\r\n", "\n");
  const region = closestRegion(view, old);
  const hints = hintsFor(view, old, edit.new.replaceAll("\r\n", "\n"), region);
  const text = [
    `edit #${number}: old text not found — it must match the file exactly, including indentation and line breaks:`,
    ...echo(old),
  ];
  if (region !== null) {
    text.push(
      "the closest the file comes to it — copy these lines:",
      ...excerpt(view, region.from, region.to),
    );
  }
  text.push(...hints);
  const closest = region && { from: region.from + 1, to: region.to + 1 };
  return { reason: "not_found", edit: number, message: text.join("\n"), closest, hints };
}

function echo(old: string): string[] {
  const lines = (old.endsWith("\n") ? old.slice(0, -1) : old).split("\n").map((line) => `  │ ${line}`);
  if (lines.length <= MAX_ECHO) return lines;
  return [...lines.slice(0, MAX_ECHO), `  │ … ${lines.length - MAX_ECHO} more lines`];
}

function excerpt(view: TextView, from: number, to: number): string[] {
  const width = String(to + 1).length;
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const number = String(from + index + 1).padStart(width);
    return `  │ ${number} │ ${lineText(view, from + index)}`;
  });
}

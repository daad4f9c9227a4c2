import { indentOf } from "./blanks.js";
import type { TextView } from "./text-view.js";
import { lineText } from "./text-view.js";

/** How a file indents: a tab, or so many spaces per level. */
export interface IndentStyle {
  readonly unit: string;
  /** Columns of one level; a tab counts as four. */
  readonly width: number;
}

/** For a file without any indented line. */
export const DEFAULT_STYLE: IndentStyle = { unit: "    ", width: 4 };

/** A tab's columns wherever widths are compared. */
const TAB = 4;
const NEARBY = 400;

/** Columns of an indent. */
export function widthOf(indent: string): number {
  let width = 0;
  for (let at = 0; at < indent.length; at++) width += indent.charCodeAt(at) === 9 ? TAB : 1;
  return width;
}

/**
 * The style round the lines `first`..`last` (0-based): tabs if most indented lines there begin with one, else the step by
 * which indents most often grow from one line to the next. Undefined when nothing there is indented.
 */
export function indentStyle(view: TextView, first: number, last: number): IndentStyle | undefined {
  return styleOfLines(view, Math.max(0, first - NEARBY), Math.min(view.starts.length, last + NEARBY + 1));
}

function styleOfLines(view: TextView, from: number, to: number): IndentStyle | undefined {
  const steps = new Map<number, number>();
  let tabs = 0;
  let spaces = 0;
  let previous = 0;
  for (let line = from; line < to; line++) {
    const text = lineText(view, line);
    const indent = indentOf(text);
    if (indent.length === text.length) continue;
    if (indent.startsWith("\t")) tabs++;
    else if (indent !== "") spaces++;
    const width = indent.startsWith("\t") ? previous : indent.length;
    const step = width - previous;
    // A step of one is a comment star or an alignment, never a level.
    if (step >= 2 && step <= 8) steps.set(step, (steps.get(step) ?? 0) + 1);
    previous = width;
  }
  if (tabs === 0 && spaces === 0) return undefined;
  if (tabs >= spaces) return { unit: "\t", width: TAB };
  const width = mostFrequent(steps) ?? 4;
  return { unit: " ".repeat(width), width };
}

function mostFrequent(counts: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined;
  for (const [value, count] of counts) {
    const lead = best === undefined ? 1 : count - (counts.get(best) ?? 0);
    if (lead > 0 || (lead === 0 && best !== undefined && value < best)) best = value;
  }
  return best;
}

/** The greatest common divisor of the differences between the widths given; 0 when all are equal. */
export function commonStep(widths: readonly number[]): number {
  const base = Math.min(...widths);
  return widths.reduce((step, width) => gcd(step, width - base), 0);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

import { indentOf } from "./blanks.js";
import type { IndentStyle } from "./indent-style.js";
import { DEFAULT_STYLE, widthOf } from "./indent-style.js";
import type { ReindentInput } from "./reindent.js";

/** Lines that close a block stand one level above what they close. */
export const CLOSES = /^(?:[)}\]]|<\/)/;
/** Comment stars are aligned, not indented. */
const ALIGNED = /^\*/;

/**
 * How little new indents look like the file and like the structure of `new`; 0 is perfect. Counted are levels that are not
 * whole, tabs among spaces, steps of more than one level, lines left of where they were, and an order of depths that is not
 * that of `new`.
 */
export function unlikeness(mapped: readonly string[], input: ReindentInput, firstAlone: boolean): number {
  const { lines, style = DEFAULT_STYLE } = input;
  let cost = around(mapped, input);
  mapped.forEach((indent, index) => {
    if (lines[index]?.kept === undefined) cost += ofLine(indent, index, input);
    const before = lines[index - 1];
    const line = lines[index];
    if (before === undefined || line === undefined) return;
    if (before.kept !== undefined && line.kept !== undefined) return;
    const step = widthOf(indent) - widthOf(mapped[index - 1] ?? "");
    if (!ALIGNED.test(line.text)) cost += ofStep(step, style);
    const meant = Math.sign(widthOf(line.indent) - widthOf(before.indent));
    if (meant < 0 && CLOSES.test(line.text)) cost += ofClosing(step, style);
    // Where the first line's indent was left out, the second says nothing.
    if (meant !== Math.sign(step) && !(firstAlone && index === 1)) cost += 5;
  });
  return cost;
}

function ofLine(
  indent: string,
  index: number,
  { lines, pairs, style = DEFAULT_STYLE }: ReindentInput,
): number {
  const line = lines[index];
  if (line === undefined) return 0;
  const mixed = style.unit === "\t" ? /^ |\t {4}/.test(indent) : indent.includes("\t");
  const broken = widthOf(indent) % style.width !== 0 && !ALIGNED.test(line.text);
  const oldBase = Math.min(...pairs.map(({ old }) => widthOf(old)));
  const fileBase = Math.min(...pairs.map(({ file }) => widthOf(file)));
  const left = widthOf(indent) < fileBase && widthOf(line.indent) >= oldBase;
  return (mixed ? 3 : 0) + (broken ? 1 : 0) + (left ? 2 : 0);
}

function ofStep(step: number, style: IndentStyle): number {
  return step > style.width ? Math.min(2, step / style.width - 1) : 0;
}

function ofClosing(step: number, style: IndentStyle): number {
  return Math.min(2, Math.abs(-step / style.width - 1));
}

/** The first and the last line against the lines of the file beside the place. */
function around(
  mapped: readonly string[],
  { lines, above, below, style = DEFAULT_STYLE }: ReindentInput,
): number {
  let cost = 0;
  if (above !== undefined && lines[0]?.kept === undefined) {
    cost += ofStep(widthOf(mapped[0] ?? "") - widthOf(indentOf(above)), style);
  }
  if (below !== undefined && lines.at(-1)?.kept === undefined) {
    const last = widthOf(mapped.at(-1) ?? "");
    const next = widthOf(indentOf(below));
    if (last > next && CLOSES.test(below.trimStart())) cost += ofClosing(next - last, style);
  }
  return cost;
}

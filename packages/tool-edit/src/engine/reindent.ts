import type { IndentMap, IndentPair } from "./indent-maps.js";
import { indentMaps } from "./indent-maps.js";
import type { IndentStyle } from "./indent-style.js";
import { widthOf } from "./indent-style.js";

/** A line of `new` that is not blank, in order. */
export interface NewIndent {
  /** Its indent as `new` has it. */
  readonly indent: string;
  /** Set for a line that `old` has too: the file's indent of that line. */
  readonly kept?: string;
  /** Set for a line whose text `old` has at another depth. */
  readonly moved?: IndentPair;
}

export interface ReindentInput {
  /** Those of the matched lines that are not blank, in order. */
  readonly pairs: readonly IndentPair[];
  readonly lines: readonly NewIndent[];
  readonly style: IndentStyle;
}

/**
 * The file's indents for the lines of `new`, one for each entry of `lines`. Kept lines keep theirs; an indent that `old`
 * shows becomes what stands in the file for it; the others follow the reading of the pairs whose result looks most like
 * the file: whole levels, one at a time, in the order of `new`.
 */
export function reindent({ pairs, lines, style }: ReindentInput): string[] {
  const same = pairs.every(({ old, file }) => old === file);
  const asWritten = lines.map(({ indent, kept }) => kept ?? indent);
  if (same && (pairs.some(({ old }) => widthOf(old) > 1) || fits(asWritten, style))) return asWritten;
  let best: string[] | undefined;
  let least = Infinity;
  for (const map of indentMaps(
    pairs,
    lines.map(({ indent }) => indent),
    style,
  )) {
    const mapped = applyMap(map, pairs, lines);
    const cost = map.doubt + unlikeness(mapped, lines, pairs, style, map.firstAlone);
    if (cost < least) {
      least = cost;
      best = mapped;
    }
  }
  return best ?? lines.map(({ indent }) => indent);
}

/** Where `old` shows no level at all, those of `new` are taken as written unless they are of the other kind. */
function fits(indents: readonly string[], style: IndentStyle): boolean {
  return !indents.some((indent) => (style.unit === "\t" ? / {2}/.test(indent) : indent.includes("\t")));
}

function applyMap(map: IndentMap, pairs: readonly IndentPair[], lines: readonly NewIndent[]): string[] {
  const table = new Map<string, string>();
  for (const { old, file } of map.firstAlone ? pairs.slice(1) : pairs)
    if (!table.has(old)) table.set(old, file);
  const first = pairs[0];
  return lines.map(({ indent, kept, moved }, index) => {
    if (kept !== undefined) {
      // A kept line tells best what its indent means from here on, where the same indent stands for two.
      if (!map.firstAlone || index > 0) table.set(indent, kept);
      return kept;
    }
    if (map.firstAlone && index === 0 && first !== undefined && indent === first.old) return first.file;
    return table.get(indent) ?? (moved && map.move?.(moved, indent)) ?? map.apply(indent);
  });
}

/** How little the result looks like the file and like the structure of `new`; 0 is perfect. */
function unlikeness(
  mapped: readonly string[],
  lines: readonly NewIndent[],
  pairs: readonly IndentPair[],
  style: IndentStyle,
  firstAlone: boolean,
): number {
  const oldBase = Math.min(...pairs.map(({ old }) => widthOf(old)));
  const fileBase = Math.min(...pairs.map(({ file }) => widthOf(file)));
  let cost = 0;
  mapped.forEach((indent, index) => {
    const line = lines[index];
    if (line === undefined || line.kept !== undefined) return;
    const width = widthOf(indent);
    if (style.unit === "\t" ? /^ |\t {4}/.test(indent) : indent.includes("\t")) cost += 3;
    if (width % style.width !== 0) cost += 1;
    if (width < fileBase && widthOf(line.indent) >= oldBase) cost += 2;
  });
  for (let index = 1; index < mapped.length; index++) {
    const before = lines[index - 1];
    const line = lines[index];
    if (before === undefined || line === undefined || (before.kept !== undefined && line.kept !== undefined))
      continue;
    const step = widthOf(mapped[index] ?? "") - widthOf(mapped[index - 1] ?? "");
    if (step > style.width) cost += Math.min(2, step / style.width - 1);
    const meant = Math.sign(widthOf(line.indent) - widthOf(before.indent));
    if (meant !== Math.sign(step) && !(firstAlone && index === 1)) cost += 5;
  }
  return cost;
}

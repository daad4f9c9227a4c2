import type { IndentStyle } from "./indent-style.js";
import { commonStep, widthOf } from "./indent-style.js";

/** The indent of one matched line, as `old` has it and as the file has it. */
export interface IndentPair {
  readonly old: string;
  readonly file: string;
}

/** One reading of how indents of `old` and `new` become those of the file. */
export interface IndentMap {
  /** How unlikely the reading is before it is tried: smaller is better. */
  readonly doubt: number;
  /** True when the first line's indent was left out of `old`, so that its pair says nothing about other lines. */
  readonly firstAlone: boolean;
  apply(indent: string): string;
  /** For a line of `old` that `new` has at another depth: keeps what the file's indent has beyond whole levels. */
  move?(pair: IndentPair, indent: string): string | undefined;
}

/** All readings of the pairs, the likeliest first where they are equally good. There is always one. */
export function indentMaps(
  pairs: readonly IndentPair[],
  news: readonly string[],
  style: IndentStyle,
): IndentMap[] {
  const shifted = shifts(pairs);
  // One prefix that explains two depths is no coincidence.
  if (shifted.length > 0 && spread(pairs) > 1) return shifted;
  const maps = [
    ...shifted.map((map) => ({ ...map, doubt: shiftDoubt(pairs, style) })),
    ...scales(pairs, news, style),
  ];
  const [first, ...rest] = pairs;
  if (first !== undefined && first.old !== first.file) {
    // Two or more lines that agree among themselves outweigh a first line that does not fit them.
    const alone = rest.length === 0 ? [identity(0)] : [...shifts(rest), ...scales(rest, news, style)];
    const doubt = rest.length === 0 ? 0.2 : 0.5;
    maps.push(...alone.map((map) => ({ ...map, doubt: map.doubt + doubt, firstAlone: true })));
  }
  maps.push(nearest(pairs, news, style));
  return maps;
}

/** Columns between the shallowest and the deepest line of `old`; one is a comment star, not a level. */
function spread(pairs: readonly IndentPair[]): number {
  const widths = pairs.map(({ old }) => widthOf(old));
  return Math.max(...widths) - Math.min(...widths);
}

/** A block is moved by one level, or all the way to the left; by several levels another unit is likelier. */
function shiftDoubt(pairs: readonly IndentPair[], style: IndentStyle): number {
  const [first] = pairs;
  if (first === undefined || first.old === "") return 0;
  return Math.abs(widthOf(first.file) - widthOf(first.old)) > style.width ? 0.3 : 0;
}

function identity(doubt: number): IndentMap {
  return { doubt, firstAlone: false, apply: (indent) => indent };
}

/** One prefix explains all pairs: it was left out of `old`, or stands in `old` only. */
function shifts(pairs: readonly IndentPair[]): IndentMap[] {
  const [first] = pairs;
  if (first === undefined) return [];
  if (pairs.every(({ old, file }) => old === file)) return [identity(0)];
  if (first.file.endsWith(first.old)) {
    const prefix = first.file.slice(0, first.file.length - first.old.length);
    if (pairs.every(({ old, file }) => file === prefix + old)) {
      return [{ doubt: 0, firstAlone: false, apply: (indent) => prefix + indent }];
    }
  }
  if (first.old.endsWith(first.file)) {
    const prefix = first.old.slice(0, first.old.length - first.file.length);
    if (pairs.every(({ old, file }) => old === prefix + file)) {
      const apply = (indent: string): string =>
        indent.startsWith(prefix) ? indent.slice(prefix.length) : "";
      return [{ doubt: 0, firstAlone: false, apply }];
    }
  }
  return [];
}

/** `old` counts its levels in another unit than the file: levels are kept, or all moved by the same number. */
function scales(pairs: readonly IndentPair[], news: readonly string[], style: IndentStyle): IndentMap[] {
  const distinct = new Map(pairs.map((pair) => [`${pair.old}|${pair.file}`, pair]));
  const maps: IndentMap[] = [];
  const fileUnits = new Set([style.unit, ...unitsOfFile(pairs)]);
  for (const fileUnit of fileUnits) {
    for (const oldUnit of unitsOfOld(pairs, news)) {
      const fits = bestOffset([...distinct.values()], oldUnit, fileUnit);
      if (fits === undefined) continue;
      const moved = fits.offset === 0 ? 0 : distinct.size > 1 ? 0.1 : 0.6;
      maps.push({
        doubt: moved + fits.unexplained * 2 + (fileUnit === style.unit ? 0 : 0.3),
        firstAlone: false,
        apply: (indent) => rescale(indent, oldUnit, fileUnit, fits.offset),
        move: (pair, indent) => {
          const { rest } = levelsOf(pair.file, fileUnit);
          const levels = wholeLevels(indent, oldUnit, rest);
          return levels === undefined ? undefined : fileUnit.repeat(Math.max(0, levels + fits.offset)) + rest;
        },
      });
    }
  }
  return maps;
}

/** Units that some pair suggests by itself: its file indent is so many tabs or so many spaces. */
function unitsOfFile(pairs: readonly IndentPair[]): string[] {
  return pairs.some(({ file }) => file.startsWith("\t")) ? ["\t"] : [];
}

function unitsOfOld(pairs: readonly IndentPair[], news: readonly string[]): string[] {
  const all = [...pairs.map(({ old }) => old), ...news];
  const units: string[] = [];
  if (all.some((indent) => indent.startsWith("\t"))) units.push("\t");
  const spaces = all.filter((indent) => !indent.includes("\t"));
  if (!spaces.some((indent) => indent !== "")) return units;
  const step = commonStep(spaces.map(widthOf));
  const likely = [4, 2, 8, 3].filter((width) => width !== step);
  for (const width of step >= 2 && step <= 8 ? [step, ...likely] : likely) units.push(" ".repeat(width));
  return units;
}

interface Levels {
  readonly count: number;
  readonly rest: string;
}

function levelsOf(indent: string, unit: string): Levels {
  let count = 0;
  while (indent.startsWith(unit, count * unit.length)) count++;
  return { count, rest: indent.slice(count * unit.length) };
}

/** The move that explains most pairs; undefined when it explains fewer than half of them. */
function bestOffset(pairs: readonly IndentPair[], oldUnit: string, fileUnit: string) {
  const votes = new Map<number, number>();
  for (const { old, file } of pairs) {
    const to = levelsOf(file, fileUnit);
    const from = wholeLevels(old, oldUnit, to.rest);
    if (from !== undefined) votes.set(to.count - from, (votes.get(to.count - from) ?? 0) + 1);
  }
  const [best] = [...votes].toSorted((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0]));
  if (best === undefined || best[1] * 2 < pairs.length) return undefined;
  return { offset: best[0], unexplained: pairs.length - best[1] };
}

/** The levels of an indent that ends in `rest` (an alignment, a comment star), when the part before it is whole levels. */
function wholeLevels(indent: string, unit: string, rest: string): number | undefined {
  if (!indent.endsWith(rest)) return undefined;
  const levels = levelsOf(indent.slice(0, indent.length - rest.length), unit);
  return levels.rest === "" ? levels.count : undefined;
}

function rescale(indent: string, oldUnit: string, fileUnit: string, offset: number): string {
  const { count, rest } = levelsOf(indent, oldUnit);
  return fileUnit.repeat(Math.max(0, count + offset)) + rest;
}

/** The last resort: the nearest known indent below, and for what goes beyond it whole units of the file, rest as blanks. */
function nearest(pairs: readonly IndentPair[], news: readonly string[], style: IndentStyle): IndentMap {
  const widths = [...pairs.map(({ old }) => old), ...news].map(widthOf);
  const common = commonStep(widths);
  // A step of one comes from a comment star.
  const step = common > 1 ? common : style.width;
  const apply = (indent: string): string => {
    const width = widthOf(indent);
    const below = pairs
      .filter(({ old }) => widthOf(old) <= width)
      .toSorted((a, b) => widthOf(b.old) - widthOf(a.old))[0];
    const above = pairs.toSorted((a, b) => widthOf(a.old) - widthOf(b.old))[0];
    if (below === undefined) {
      const down = Math.ceil((widthOf(above?.old ?? "") - width) / step);
      const { count, rest } = levelsOf(above?.file ?? "", style.unit);
      return style.unit.repeat(Math.max(0, count - down)) + rest;
    }
    const extra = width - widthOf(below.old);
    return below.file + style.unit.repeat(Math.floor(extra / step)) + " ".repeat(extra % step);
  };
  return { doubt: 4, firstAlone: false, apply };
}

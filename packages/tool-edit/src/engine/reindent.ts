import type { IndentMap, IndentPair } from "./indent-maps.js";
import { indentMaps } from "./indent-maps.js";
import type { IndentStyle } from "./indent-style.js";
import { DEFAULT_STYLE, widthOf } from "./indent-style.js";
import { CLOSES, unlikeness } from "./unlikeness.js";

/** A line behind which a block begins. */
const OPENS = /[{([:]$|=>$/;

/** A line of `new` that is not blank, in order. */
export interface NewIndent {
  /** Its indent as `new` has it. */
  readonly indent: string;
  /** What stands behind it. */
  readonly text: string;
  /** Set for a line that `old` has too, or that stands for one with the same indent: the file's indent of that line. */
  readonly kept?: string;
  /** Set for a line whose text `old` has at another depth. */
  readonly moved?: IndentPair;
}

export interface ReindentInput {
  /** Those of the matched lines that are not blank, in order. */
  readonly pairs: readonly IndentPair[];
  readonly lines: readonly NewIndent[];
  /** Undefined where the file shows none. */
  readonly style: IndentStyle | undefined;
  /** The lines of the file directly above and below the place that are not blank. */
  readonly above?: string | undefined;
  readonly below?: string | undefined;
}

/**
 * The file's indents for the lines of `new`, one for each entry of `lines`. Kept lines keep theirs; an indent that `old`
 * shows becomes what stands in the file for it; the others follow the reading of the pairs whose result looks most like
 * the file: whole levels, one at a time, in the order of `new`.
 */
export function reindent(input: ReindentInput): string[] {
  const { pairs, lines, style } = input;
  const same = pairs.every(({ old, file }) => old === file);
  const asWritten = lines.map(({ indent, kept }) => kept ?? indent);
  if (same && (style === undefined || pairs.some(({ old }) => widthOf(old) > 1))) return asWritten;
  let best = asWritten;
  let least = same ? unlikeness(asWritten, input, false) : Infinity;
  // Where `old` shows no level at all, only a clear difference speaks for another unit.
  const doubt = same ? 1.5 : 0;
  const news = lines.map(({ indent }) => indent);
  for (const map of indentMaps(pairs, news, style ?? DEFAULT_STYLE)) {
    const mapped = applyMap(map, input);
    const cost = doubt + map.doubt + unlikeness(mapped, input, map.firstAlone);
    if (cost < least) {
      least = cost;
      best = mapped;
    }
  }
  return best;
}

function applyMap(map: IndentMap, input: ReindentInput): string[] {
  const pairs = map.firstAlone ? input.pairs.slice(1) : input.pairs;
  const table = new Map<string, string>();
  for (const { old, file } of pairs) if (!table.has(old)) table.set(old, file);
  const flat = flattened(pairs);
  const first = input.pairs[0];
  const mapped: string[] = [];
  input.lines.forEach((line, index) => {
    const { indent, kept, moved } = line;
    // A kept line tells best what its indent means from here on, where the same indent stands for two.
    if (kept !== undefined && (!map.firstAlone || index > 0)) table.set(indent, kept);
    const before = input.lines[index - 1];
    const above = mapped[index - 1];
    if (kept !== undefined) mapped.push(kept);
    else if (map.firstAlone && index === 0 && indent === first?.old) mapped.push(first.file);
    else if (flat.has(indent) && before !== undefined && above !== undefined) {
      mapped.push(follow(above, before.text, line.text, input.style ?? DEFAULT_STYLE));
    } else mapped.push(table.get(indent) ?? (moved && map.move?.(moved, indent)) ?? map.apply(indent));
  });
  return mapped;
}

/** Indents of `old` that stand for several levels of the file: `old` was written without any nesting. */
function flattened(pairs: readonly IndentPair[]): Set<string> {
  const widths = new Map<string, number>();
  const flat = new Set<string>();
  for (const { old, file } of pairs) {
    const width = widths.get(old);
    if (width === undefined) widths.set(old, widthOf(file));
    else if (Math.abs(width - widthOf(file)) > 1) flat.add(old);
  }
  return flat;
}

/** Without nesting in `new` only brackets and colons tell how deep a line stands below the one above it. */
function follow(above: string, aboveText: string, text: string, style: IndentStyle): string {
  const opens = OPENS.test(aboveText.trimEnd());
  const closes = CLOSES.test(text);
  if (opens === closes) return above;
  if (opens) return above + style.unit;
  return above.endsWith(style.unit) ? above.slice(0, above.length - style.unit.length) : above;
}

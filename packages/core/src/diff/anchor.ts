import type { Window } from "./compare-lines.js";

/** Occurrences on each side up to which lines that occur equally often are paired in order. */
const OFTEN = 32;

/**
 * Pairs of equal lines that hold a window together, rising on both sides: lines that occur once on either side; if
 * there are none, lines that occur equally often, the first with the first and so on.
 */
export function anchor(a: Int32Array, b: Int32Array, window: Window): [number, number][] {
  const counts = countBoth(a, b, window);
  return rising(pairs(a, b, window, counts, 1)) ?? rising(pairs(a, b, window, counts, OFTEN)) ?? [];
}

interface Count {
  a: number;
  b: number;
}

function countBoth(a: Int32Array, b: Int32Array, { a0, a1, b0, b1 }: Window): Map<number, Count> {
  const counts = new Map<number, Count>();
  for (let i = a0; i < a1; i += 1) {
    const known = counts.get(a[i]!);
    if (known) known.a += 1;
    else counts.set(a[i]!, { a: 1, b: 0 });
  }
  for (let j = b0; j < b1; j += 1) {
    const known = counts.get(b[j]!);
    if (known) known.b += 1;
  }
  return counts;
}

function pairs(
  a: Int32Array,
  b: Int32Array,
  { a0, a1, b0, b1 }: Window,
  counts: ReadonlyMap<number, Count>,
  most: number,
): [number, number][] {
  const places = new Map<number, number[]>();
  for (let j = b0; j < b1; j += 1) {
    const count = counts.get(b[j]!);
    if (!count || count.a !== count.b || count.a > most) continue;
    const known = places.get(b[j]!);
    if (known) known.push(j);
    else places.set(b[j]!, [j]);
  }
  const used = new Map<number, number>();
  const found: [number, number][] = [];
  for (let i = a0; i < a1; i += 1) {
    const line = a[i]!;
    const at = places.get(line);
    if (!at) continue;
    const nth = used.get(line) ?? 0;
    used.set(line, nth + 1);
    found.push([i, at[nth]!]);
  }
  return found;
}

/** The longest run of pairs that rises on the second side too (patience sorting); undefined when there are no pairs. */
function rising(found: readonly [number, number][]): [number, number][] | undefined {
  if (found.length === 0) return undefined;
  const tops: number[] = [];
  const below = new Int32Array(found.length);
  for (let k = 0; k < found.length; k += 1) {
    const value = found[k]![1];
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (found[tops[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    below[k] = low === 0 ? -1 : tops[low - 1]!;
    tops[low] = k;
  }
  const run: [number, number][] = [];
  for (let k = tops.at(-1) ?? -1; k !== -1; k = below[k]!) run.push(found[k]!);
  return run.toReversed();
}

import type { Window } from "./compare-lines.js";

/** Occurrences on each side up to which lines that occur equally often are paired in order. */
const OFTEN = 32;

/**
 * Finds pairs of equal lines that hold a window together, rising on both sides: lines that occur once on either
 * side; if there are none, lines that occur equally often, the first with the first and so on.
 */
export type Anchor = (window: Window) => Pairs;

/** First side, second side, first side, ... in one row: large texts have many pairs. */
export type Pairs = Int32Array | readonly number[];

/** @param ids how many different lines there are; `a` and `b` hold numbers below it. */
export function createAnchor(a: Int32Array, b: Int32Array, ids: number): Anchor {
  // By line, and all zero between calls: clearing what a window touched costs less than a table per window.
  const inA = new Int32Array(ids);
  const inB = new Int32Array(ids);
  const lastB = new Int32Array(ids);
  const nextB = new Int32Array(b.length);

  /** Pairs in the order of the first side. */
  const pairs = ({ a0, a1, b0, b1 }: Window, most: number): Pairs => {
    const wanted = (line: number): boolean => inA[line] === inB[line] && inA[line]! <= most;
    // Backwards, so that each line's places form a list from the first to the last.
    for (let j = b1 - 1; j >= b0; j -= 1) {
      const line = b[j]!;
      if (!wanted(line)) continue;
      nextB[j] = lastB[line]!;
      lastB[line] = j + 1;
    }
    const found: number[] = [];
    for (let i = a0; i < a1; i += 1) {
      const line = a[i]!;
      const at = lastB[line]!;
      if (at === 0) continue;
      found.push(i, at - 1);
      lastB[line] = nextB[at - 1]!;
    }
    return found;
  };

  return (window) => {
    const { a0, a1, b0, b1 } = window;
    for (let i = a0; i < a1; i += 1) inA[a[i]!]! += 1;
    for (let j = b0; j < b1; j += 1) inB[b[j]!]! += 1;
    let found = pairs(window, 1);
    if (found.length === 0) found = pairs(window, OFTEN);
    for (let i = a0; i < a1; i += 1) inA[a[i]!] = 0;
    for (let j = b0; j < b1; j += 1) inB[b[j]!] = 0;
    return rising(found);
  };
}

/** The longest run of pairs that rises on the second side too (patience sorting). */
function rising(found: Pairs): Pairs {
  const count = found.length >> 1;
  const tops = new Int32Array(count);
  const below = new Int32Array(count);
  let height = 0;
  for (let k = 0; k < count; k += 1) {
    const value = found[2 * k + 1]!;
    let low = 0;
    let high = height;
    // Mostly the pair goes on top of all others.
    if (high > 0 && found[2 * tops[high - 1]! + 1]! < value) low = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (found[2 * tops[middle]! + 1]! < value) low = middle + 1;
      else high = middle;
    }
    below[k] = low === 0 ? -1 : tops[low - 1]!;
    tops[low] = k;
    if (low === height) height += 1;
  }
  const run = new Int32Array(2 * height);
  for (let k = height === 0 ? -1 : tops[height - 1]!; k !== -1; k = below[k]!) {
    height -= 1;
    run[2 * height] = found[2 * k]!;
    run[2 * height + 1] = found[2 * k + 1]!;
  }
  return run;
}

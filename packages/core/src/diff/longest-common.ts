import type { Window } from "./compare-lines.js";

/** Pairs (first side, second side, ... in one row) of the longest common subsequence of a window, by the full table: its size is the product of both sides. */
export function longestCommon(a: Int32Array, b: Int32Array, { a0, a1, b0, b1 }: Window): number[] {
  const width = b1 - b0 + 1;
  const height = a1 - a0;
  // Cell (i, j): length for the lines from i and j on.
  const table = new Uint32Array(width * (height + 1));
  for (let i = height - 1; i >= 0; i -= 1) {
    for (let j = width - 2; j >= 0; j -= 1) {
      const here = i * width + j;
      table[here] =
        a[a0 + i] === b[b0 + j]
          ? table[here + width + 1]! + 1
          : Math.max(table[here + width]!, table[here + 1]!);
    }
  }
  const pairs: number[] = [];
  let i = 0;
  let j = 0;
  while (i < height && j < width - 1) {
    const here = i * width + j;
    if (a[a0 + i] === b[b0 + j]) {
      pairs.push(a0 + i, b0 + j);
      i += 1;
      j += 1;
    } else if (table[here + width]! >= table[here + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}

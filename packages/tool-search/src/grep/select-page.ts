/** Which matches of a file a page shows: from the `from`th (0-based) to before the `to`th. */
export interface Share {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Deals out a page fairly: the first match of every file in turn, then the second of every file that has one, and so
 * on; the page is that order's part from `offset`, `limit` long. So pages never overlap and together show everything.
 */
export function selectPage(counts: readonly number[], offset: number, limit: number): Share[] {
  const begin = reach(counts, offset);
  const end = reach(counts, offset + limit);
  return counts.flatMap((_, index) => {
    const from = begin[index] ?? 0;
    const to = end[index] ?? 0;
    return to > from ? [{ index, from, to }] : [];
  });
}

/** How many matches of each file come among the first `total` of the order. */
function reach(counts: readonly number[], total: number): number[] {
  const sorted = counts.toSorted((a, b) => a - b);
  let left = total;
  let round = 0;
  let done = 0;
  // All files with more matches than `round` take part; jump over the rounds in which nobody drops out.
  for (;;) {
    while (done < sorted.length && (sorted[done] ?? 0) <= round) done += 1;
    const taking = sorted.length - done;
    if (taking === 0) return [...counts];
    const rounds = (sorted[done] ?? 0) - round;
    const whole = Math.min(rounds, Math.floor(left / taking));
    round += whole;
    left -= whole * taking;
    if (whole < rounds) break;
  }
  return counts.map((count) => {
    if (count <= round) return count;
    if (left === 0) return round;
    left -= 1;
    return round + 1;
  });
}

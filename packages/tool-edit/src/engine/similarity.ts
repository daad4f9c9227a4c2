/** Counts of the pairs of neighbouring characters of a text. */
export function bigrams(text: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0; at + 1 < text.length; at++) {
    const key = text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Dice's coefficient over pairs of characters: 0 nothing in common, 1 the same pairs. */
export function similarity(left: ReadonlyMap<number, number>, leftLength: number, right: string): number {
  const pairs = leftLength - 1 + right.length - 1;
  if (pairs <= 0) return 0;
  const used = new Map<number, number>();
  let common = 0;
  for (let at = 0; at + 1 < right.length; at++) {
    const key = right.charCodeAt(at) * 65_536 + right.charCodeAt(at + 1);
    const available = left.get(key);
    if (available === undefined) continue;
    const taken = used.get(key) ?? 0;
    if (taken >= available) continue;
    used.set(key, taken + 1);
    common++;
  }
  return (2 * common) / pairs;
}

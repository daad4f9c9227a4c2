/** How alike a text is to a fixed one: 0 nothing in common, 1 the same pairs of characters (Dice's coefficient). */
export type Likeness = (text: string) => number;

const SLOTS = 1 << 14;

/** Prepares the comparison of many texts with `wanted`. Pairs that share a slot count as the same, which is harmless here. */
export function createLikeness(wanted: string): Likeness {
  const available = new Int16Array(SLOTS);
  for (let at = 0; at + 1 < wanted.length; at++) available[slot(wanted, at)]! += 1;
  return (text) => {
    const pairs = wanted.length + text.length - 2;
    if (pairs <= 0) return 0;
    const left = available;
    let common = 0;
    let at = 0;
    for (; at + 1 < text.length; at++) {
      const key = slot(text, at);
      left[key]! -= 1;
      if (left[key]! >= 0) common++;
    }
    // Give back what was taken, so that the table serves the next text.
    for (at -= 1; at >= 0; at--) left[slot(text, at)]! += 1;
    return (2 * common) / pairs;
  };
}

function slot(text: string, at: number): number {
  return (text.charCodeAt(at) * 131 + text.charCodeAt(at + 1)) & (SLOTS - 1);
}

/**
 * How well `query` fits `text`, higher is better; undefined when its letters do not occur in order. Runs, starts of
 * words and of file names count more; long texts less.
 */
function fuzzyScore(query: string, text: string): number | undefined {
  if (query === "") return -text.length;
  const wanted = query.toLowerCase();
  const lower = text.toLowerCase();
  const whole = lower.lastIndexOf(wanted);
  if (whole >= 0) {
    const starts = whole === 0 || /[/\-_. ]/.test(lower[whole - 1] ?? "");
    const inName = whole > lower.lastIndexOf("/");
    return 1000 + (starts ? 200 : 0) + (inName ? 300 : 0) - text.length;
  }
  let at = -1;
  let score = 0;
  for (const letter of wanted) {
    const next = lower.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    if (next === at + 1) score += 8;
    if (next === 0 || /[/\-_. ]/.test(lower[next - 1] ?? "")) score += 10;
    at = next;
  }
  return score - text.length;
}

/** The best fits, best first; equals keep their order. */
export function fuzzyBest<T>(
  query: string,
  items: readonly T[],
  textOf: (item: T) => string,
  limit: number,
): T[] {
  const scored: { item: T; score: number }[] = [];
  for (const item of items) {
    const score = fuzzyScore(query, textOf(item));
    if (score !== undefined) scored.push({ item, score });
  }
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}

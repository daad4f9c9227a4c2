import { identifierPattern } from "./identifiers.js";

/** Identifiers of a text that a mistyped symbol may have meant, nearest first, at most three. */
export function nearestIdentifiers(text: string, symbol: string, extension: string): string[] {
  const limit = Math.max(1, Math.floor(symbol.length / 3));
  const wanted = symbol.toLowerCase();
  const scored = new Map<string, number>();
  for (const [word] of text.slice(0, 500_000).matchAll(identifierPattern(extension))) {
    if (scored.has(word) || Math.abs(word.length - symbol.length) > limit) continue;
    const score = distance(word.toLowerCase(), wanted);
    if (score <= limit) scored.set(word, score);
  }
  return [...scored]
    .toSorted((a, b) => a[1] - b[1])
    .slice(0, 3)
    .map(([word]) => word);
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

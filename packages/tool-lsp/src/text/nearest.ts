import { editDistance } from "@mm-agent/core";
import { identifierPattern } from "./identifiers.js";

/** Identifiers of a text that a mistyped symbol may have meant, nearest first, at most three. */
export function nearestIdentifiers(text: string, symbol: string, extension: string): string[] {
  const limit = Math.max(1, Math.floor(symbol.length / 3));
  const wanted = symbol.toLowerCase();
  const scored = new Map<string, number>();
  for (const [word] of text.slice(0, 500_000).matchAll(identifierPattern(extension))) {
    if (scored.has(word) || Math.abs(word.length - symbol.length) > limit) continue;
    const score = editDistance(word.toLowerCase(), wanted);
    if (score <= limit) scored.set(word, score);
  }
  return [...scored]
    .toSorted((a, b) => a[1] - b[1])
    .slice(0, 3)
    .map(([word]) => word);
}

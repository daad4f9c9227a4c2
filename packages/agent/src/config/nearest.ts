import { editDistance } from "@mm-agent/core";

/** The candidate that `word` was most likely meant to be; undefined when none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const bare = (text: string) => text.toLowerCase().replace(/[-_\s]/g, "");
  const wanted = bare(word.slice(0, 64));
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, bare(candidate));
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

import { inspect } from "node:util";

/**
 * JSON with the keys of every object sorted, so that equal values give equal texts. What JSON cannot hold (cycles,
 * nesting without end, big integers) gives some text of its own; it never throws.
 */
export function canonicalJson(value: unknown): string {
  try {
    return sortedJson(value);
  } catch {
    return inspect(value, { depth: 20, maxArrayLength: 1000, sorted: true });
  }
}

function sortedJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) => {
      if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner;
      const entries = Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      return Object.fromEntries(entries);
    }) ?? "undefined"
  );
}

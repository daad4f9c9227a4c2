import type { Usage } from "@mm-agent/core";

const FIELDS = [
  "input_tokens",
  "output_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
] as const;

/**
 * Puts the usage of a reply together. The counts of a response are running totals: a later one replaces an earlier one; those
 * of a reply that was paused and went on add up.
 */
export function createUsage(): { add(usage: unknown): void; next(): void; read(): Usage | undefined } {
  let current: Partial<Record<(typeof FIELDS)[number] | "thinking", number>> = {};
  let before: Usage | undefined;

  const read = (): Usage | undefined => {
    if (Object.keys(current).length === 0) return before;
    const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens, thinking } =
      current;
    const sum = (a: number | undefined, b: number | undefined): number => (a ?? 0) + (b ?? 0);
    return {
      input: sum(input_tokens, before?.input),
      output: sum(output_tokens, before?.output),
      ...(cache_read_input_tokens === undefined
        ? {}
        : { cacheRead: sum(cache_read_input_tokens, before?.cacheRead) }),
      ...(cache_creation_input_tokens === undefined
        ? {}
        : { cacheWrite: sum(cache_creation_input_tokens, before?.cacheWrite) }),
      ...(thinking === undefined ? {} : { reasoning: sum(thinking, before?.reasoning) }),
    };
  };
  return {
    add(usage) {
      if (typeof usage !== "object" || usage === null) return;
      const given = usage as Readonly<Record<string, unknown>>;
      for (const field of FIELDS) {
        const value = given[field];
        if (typeof value === "number") current[field] = value;
      }
      const thinking = (given["output_tokens_details"] as { thinking_tokens?: unknown } | null | undefined)
        ?.thinking_tokens;
      if (typeof thinking === "number") current.thinking = thinking;
    },
    next() {
      before = read();
      current = {};
    },
    read,
  };
}

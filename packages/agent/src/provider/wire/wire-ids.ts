import { createHash } from "node:crypto";

/** What the strictest servers accept as the id of a call. */
export interface IdRule {
  readonly pattern: RegExp;
  /** Characters of a made-up id. */
  readonly length: number;
}

/** OpenAI and most others: up to 64 letters, digits, `_` and `-`. */
export const COMMON_IDS: IdRule = { pattern: /^[A-Za-z0-9_-]{1,64}$/, length: 24 };

/** Mistral's API and its templates in vLLM: exactly nine letters and digits. */
export const MISTRAL_IDS: IdRule = { pattern: /^[A-Za-z0-9]{9}$/, length: 9 };

function hashed(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

/**
 * Hands out the ids of one request: an id that fits stays, another one becomes a hash (the same each time, so that
 * prompt caches hold), and one that was used before gets a new one. `result` gives the id of the latest call of that name.
 */
export function createWireIds(rule: IdRule): {
  readonly call: (id: string) => string;
  readonly result: (id: string) => string;
} {
  const used = new Set<string>();
  const latest = new Map<string, string>();
  const make = (id: string): string => {
    if (rule.pattern.test(id) && !used.has(id)) return id;
    for (let salt = 0; ; salt++) {
      const made = hashed(salt === 0 ? id : `${id}\n${salt}`, rule.length);
      if (!used.has(made)) return made;
    }
  };
  const call = (id: string): string => {
    const made = make(id);
    used.add(made);
    latest.set(id, made);
    return made;
  };
  return { call, result: (id) => latest.get(id) ?? make(id) };
}

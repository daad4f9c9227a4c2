import type { SessionRecord } from "./records.js";
import type { SessionStore } from "./types.js";

/** A store that ends with the process. */
export function createMemoryStore(): SessionStore {
  const kept: SessionRecord[] = [];
  return {
    append: (record) => {
      if (record.type !== "partial") kept.push(record);
    },
    records: async () => kept,
    close: async () => {},
  };
}

/** What was typed before, newest last; walking through it keeps the draft. */
export interface History {
  /** The newest entries, oldest first. */
  newest(limit: number): readonly string[];
  /** The entry before the one shown, or undefined at the oldest. `draft` is kept for the way back. */
  older(draft: string): string | undefined;
  /** The entry after the one shown; the draft behind the newest; undefined when none is shown. */
  newer(): string | undefined;
  /** Adds what was sent, unless it repeats the newest entry. */
  add(text: string): void;
  /** Ends the walk: the next `older` begins at the newest entry. */
  leave(): void;
  /** The newest entry older than `before` entries back that holds `query`; case counts only when the query has capitals. */
  search(query: string, skip: number): { readonly text: string; readonly skip: number } | undefined;
}

/** Entries that are kept in memory and on disk. */
export const HISTORY_LIMIT = 1000;

/** A history over loaded entries; `save` gets each new one. */
export function createHistory(entries: readonly string[] = [], save?: (text: string) => void): History {
  const all = entries.slice(-HISTORY_LIMIT);
  let at: number | undefined;
  let kept = "";
  return {
    newest: (limit) => all.slice(-limit),
    older(draft) {
      const next = (at ?? all.length) - 1;
      const entry = all[next];
      if (entry === undefined) return undefined;
      if (at === undefined) kept = draft;
      at = next;
      return entry;
    },
    newer() {
      if (at === undefined) return undefined;
      at += 1;
      const entry = all[at];
      if (entry !== undefined) return entry;
      at = undefined;
      return kept;
    },
    add(text) {
      at = undefined;
      if (text.trim() === "" || all.at(-1) === text) return;
      all.push(text);
      if (all.length > HISTORY_LIMIT) all.shift();
      save?.(text);
    },
    leave() {
      at = undefined;
    },
    search(query, skip) {
      const exact = query !== query.toLowerCase();
      const fits = (text: string): boolean => (exact ? text : text.toLowerCase()).includes(query);
      for (let back = skip; back < all.length; back += 1) {
        const text = all[all.length - 1 - back];
        if (text !== undefined && fits(text)) return { text, skip: back };
      }
      return undefined;
    },
  };
}

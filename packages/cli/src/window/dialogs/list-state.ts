import { fuzzyMatch, getKeybindings, getSelectPageIndex } from "@earendil-works/pi-tui";

/** What a list shows and where it stands. */
export interface ListState<R> {
  readonly shown: readonly R[];
  readonly at: number;
}

/** The rows that fit every word of the filter, best first or in their own order, and where the best one stands. */
export function filterRows<R>(
  rows: readonly R[],
  filter: string,
  { textOf, ordered }: { textOf(row: R): string; readonly ordered: boolean },
): ListState<R> {
  const words = filter.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { shown: rows, at: 0 };
  const scored = rows.flatMap((row, index) => {
    const found = words.map((word) => fuzzyMatch(word, textOf(row)));
    if (!found.every((match) => match.matches)) return [];
    return [{ row, index, score: found.reduce((sum, match) => sum + match.score, 0) }];
  });
  const best = scored.toSorted((a, b) => a.score - b.score || a.index - b.index);
  const first = best[0];
  const shown = (ordered ? scored : best).map(({ row }) => row);
  return { shown, at: ordered && first !== undefined ? scored.indexOf(first) : 0 };
}

/** Where a key of lists moves to; undefined when the input is none. Past the ends it goes round. */
export function moveIn({ shown, at }: ListState<unknown>, data: string, page: number): number | undefined {
  const keys = getKeybindings();
  const count = shown.length;
  if (keys.matches(data, "tui.select.up")) return count === 0 ? 0 : (at + count - 1) % count;
  if (keys.matches(data, "tui.select.down")) return count === 0 ? 0 : (at + 1) % count;
  const moved = getSelectPageIndex(keys, data, at, count, Math.max(1, page));
  return moved === undefined ? undefined : Math.max(0, moved);
}

/** The first row that is shown, so that the selected one is in the middle where it can be. */
export function firstShown(count: number, at: number, page: number): number {
  return Math.max(0, Math.min(at - Math.floor(page / 2), count - page));
}

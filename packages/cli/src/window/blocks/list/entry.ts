import { fitRows, fitText } from "../text/rows.js";
import type { Room, TranscriptBlock } from "../block.js";

/** A block in the list, with what it was laid out to. */
export interface Entry {
  readonly block: TranscriptBlock;
  /** 0 for the session's own; each level of asked agents is indented. */
  readonly depth: number;
  /** The head it belongs to: folded, that hides it. */
  readonly head: Entry | undefined;
  open: boolean;
  rows: readonly string[];
  foldable: boolean | undefined;
  /** What `rows` were laid out for; undefined: they are to be laid out. */
  room: Room | undefined;
}

/** True while a head that the entry belongs to is folded. */
export function isHidden({ head }: Entry): boolean {
  for (let at = head; at; at = at.head) if (!at.open) return true;
  return false;
}

/** True when an entry follows the one before it without a gap: lines of calls that show nothing below, notes. */
export function isClose(before: Entry, entry: Entry): boolean {
  if (entry.head === before) return true;
  return (
    before.block.close === true &&
    entry.block.close === true &&
    before.depth === entry.depth &&
    before.rows.length === 1
  );
}

/** Gives back what an entry was laid out to. */
export function forget(entry: Entry | undefined): void {
  if (!entry) return;
  entry.rows = [];
  entry.room = undefined;
}

/** The row above all others: how many blocks are not shown. */
export function earlierRow(count: number, room: Room, hint: string): string {
  const blocks = count === 1 ? "block" : "blocks";
  return fitRows([room.theme.dim(fitText(`… ${count} earlier ${blocks}${hint}`, room.width))], room)[0] ?? "";
}

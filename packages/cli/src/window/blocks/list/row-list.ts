import type { Theme } from "../../types.js";
import type { Room, TranscriptBlock } from "../block.js";
import { fitRows } from "../text/rows.js";

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

export interface RowListOptions {
  readonly theme: () => Theme;
  readonly cwd: string;
  readonly previewLines: number;
  /** More rows are ready than the last frame had. */
  readonly changed: () => void;
}

/** Rows from the bottom that are laid out at once in a new width; what is above them follows between frames. */
const AT_ONCE = 300;
/** Milliseconds that laying out may take of a frame, and of a pause between two. */
const FRAME = 8;
const SLICE = 8;
const INDENT = 2;
/** Cells that an indent never takes. */
const LEAST = 12;

/**
 * The rows of all blocks in one array, which keeps its identity within one width. A change replaces the rows from its
 * block on; a new width lays out the bottom first, and the rest in pauses, shown in one go when all of it is there.
 */
export class RowList {
  readonly entries: Entry[] = [];
  readonly #options: RowListOptions;
  #rows: string[] = [];
  /** Where each entry begins in the rows, its gap included. */
  #starts: number[] = [];
  #width = 0;
  /** The first entry that is shown. */
  #first = 0;
  /** The first entry whose rows in the array are not right; infinite: all are. */
  #from = Number.POSITIVE_INFINITY;
  /** Many entries are to be laid out: the bottom first. */
  #many = false;
  #rooms: Room[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RowListOptions) {
    this.#options = options;
  }

  /** Puts an entry behind `after`, or at the end. */
  add(block: TranscriptBlock, depth: number, head: Entry | undefined, after?: Entry): Entry {
    const open = block.isHead === true;
    const entry: Entry = { block, depth, head, open, rows: [], foldable: undefined, room: undefined };
    const at = after ? this.entries.lastIndexOf(after) + 1 : this.entries.length;
    this.entries.splice(at, 0, entry);
    if (at < this.#first) this.#first += 1;
    this.#from = Math.min(this.#from, at);
    return entry;
  }

  /** The entry is to be laid out again. */
  touch(entry: Entry): void {
    entry.room = undefined;
    this.#from = Math.min(this.#from, Math.max(0, this.entries.lastIndexOf(entry)));
  }

  fold(entry: Entry, open: boolean): void {
    entry.open = open;
    this.touch(entry);
  }

  /** Unfolds or folds every block; what belongs to asked agents stays in sight. */
  foldAll(open: boolean): void {
    for (const entry of this.entries) {
      if (entry.open === open || entry.block.isHead === true) continue;
      entry.open = open;
      entry.room = undefined;
    }
    this.#startOver();
  }

  /** Colours or texts changed: everything is laid out anew. */
  renew(): void {
    this.#rooms = [];
    this.#startOver();
  }

  clear(): void {
    this.entries.length = 0;
    this.#first = 0;
    this.#startOver();
  }

  /** The entry whose rows include this one, gaps excluded. */
  at(row: number): Entry | undefined {
    let low = this.#first;
    let high = Math.min(this.entries.length, this.#starts.length) - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const entry = this.entries[low];
    const start = this.#starts[low];
    if (!entry || start === undefined || row < start || row >= this.#rows.length) return undefined;
    const end = this.#starts[low + 1] ?? this.#rows.length;
    return row >= end - entry.rows.length ? entry : undefined;
  }

  render(width: number): readonly string[] {
    if (width !== this.#width) {
      this.#width = width;
      this.#rooms = [];
      this.#startOver();
    }
    if (this.#from === Number.POSITIVE_INFINITY) return this.#rows;
    if (this.#many) {
      this.#many = false;
      this.#first = this.#fill(AT_ONCE, FRAME);
      this.#rows = [];
      this.#starts = [];
      this.#from = this.#first;
      if (this.#first > 0) this.#later();
    }
    this.#replace(Math.max(this.#from, this.#first));
    this.#from = Number.POSITIVE_INFINITY;
    return this.#rows;
  }

  /** The last rows, laid out now. */
  tail(width: number, rows: number): string[] {
    this.render(width);
    if (this.#rows.length < rows && this.#first > 0) {
      this.#many = true;
      this.#first = this.#fill(rows, Number.POSITIVE_INFINITY);
      this.#many = false;
      this.#rows = [];
      this.#starts = [];
      this.#replace(this.#first);
    }
    return rows > 0 ? this.#rows.slice(-rows) : [];
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** Whether unfolding shows more; lays the entry out if that is not known. */
  foldable(entry: Entry): boolean {
    if (entry.foldable === undefined) this.#lay(entry);
    return entry.foldable === true;
  }

  #startOver(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#many = true;
    this.#from = 0;
  }

  /** Lays out from the bottom up until there are `rows` and the time is over; returns the uppermost entry that is ready. */
  #fill(rows: number, ms: number): number {
    const begin = performance.now();
    let count = 0;
    let at = this.entries.length;
    while (at > 0) {
      const entry = this.entries[at - 1];
      if (!entry) break;
      if (!this.#ready(entry)) {
        if (count >= rows && performance.now() - begin > ms) break;
        this.#lay(entry);
      }
      at -= 1;
      if (!hidden(entry)) count += entry.rows.length + 1;
      if (ms === Number.POSITIVE_INFINITY && count >= rows) break;
    }
    return at;
  }

  #later(): void {
    this.#timer = setTimeout(() => {
      const begin = performance.now();
      for (let at = this.#first - 1; at >= 0; at -= 1) {
        const entry = this.entries[at];
        if (!entry || this.#ready(entry)) continue;
        if (performance.now() - begin > SLICE) return this.#later();
        this.#lay(entry);
      }
      this.#timer = undefined;
      this.#first = 0;
      this.#from = 0;
      this.#options.changed();
    }, 4);
    this.#timer.unref();
  }

  #replace(from: number): void {
    const rows = this.#rows;
    if (from === this.#first) {
      rows.length = 0;
      if (this.#first > 0) rows.push(...this.#earlier());
    } else rows.length = this.#starts[from] ?? rows.length;
    this.#starts.length = Math.max(from, 0);
    for (let at = from; at < this.entries.length; at += 1) {
      const entry = this.entries[at];
      if (!entry) continue;
      this.#starts[at] = rows.length;
      if (hidden(entry)) continue;
      if (!this.#ready(entry)) this.#lay(entry);
      if (entry.rows.length === 0) continue;
      if (rows.length > 0 && !this.#close(at)) rows.push("");
      for (const row of entry.rows) rows.push(row);
    }
  }

  #earlier(): string[] {
    return fitRows([this.#options.theme().dim(`… ${this.#first} earlier blocks`)], this.#room(0));
  }

  /** Two lines that belong together stand without a gap: calls that show nothing below, notes. */
  #close(at: number): boolean {
    const entry = this.entries[at];
    for (let index = at - 1; index >= 0; index -= 1) {
      const before = this.entries[index];
      if (!before || hidden(before) || before.rows.length === 0) continue;
      if (entry?.head === before) return true;
      return (
        before.block.close === true &&
        entry?.block.close === true &&
        before.depth === entry.depth &&
        before.rows.length === 1
      );
    }
    return false;
  }

  #ready(entry: Entry): boolean {
    return entry.room !== undefined && entry.room === this.#rooms[entry.depth];
  }

  #lay(entry: Entry): void {
    const room = this.#room(entry.depth);
    const { rows, foldable } = entry.block.lay(room, entry.open);
    entry.rows = rows;
    entry.foldable = foldable === true;
    entry.room = room;
  }

  #room(depth: number): Room {
    const known = this.#rooms[depth];
    if (known) return known;
    const { theme, cwd, previewLines } = this.#options;
    const width = Math.max(1, this.#width);
    const indent = Math.max(0, Math.min(depth * INDENT, width - LEAST));
    const room = { width: width - indent, indent: " ".repeat(indent), theme: theme(), cwd, previewLines };
    this.#rooms[depth] = room;
    return room;
  }
}

function hidden({ head }: Entry): boolean {
  for (let at = head; at; at = at.head) if (!at.open) return true;
  return false;
}

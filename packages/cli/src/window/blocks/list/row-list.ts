import type { TranscriptBlock } from "../block.js";
import { earlierRow, forget, isClose, isHidden, type Entry } from "./entry.js";
import { Rooms, type RoomOptions } from "./rooms.js";

export interface RowListOptions extends RoomOptions {
  /** More rows are ready than the last frame had. */
  readonly changed: () => void;
}

/** Rows from the bottom that are laid out at once in a new width; what is above them follows between frames. */
const AT_ONCE = 120;
/** Blocks from the end that are shown; a click on the row above them shows as many more. Half as many more make a new start. */
const PAGE = 2000;
/** Milliseconds that laying out may take of a frame, and of a pause between two. */
const FRAME = 8;
const SLICE = 8;

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
  /** The first entry that may be shown: what is before it keeps no rows. */
  #floor = 0;
  #pages = 1;
  /** The first entry whose rows in the array are not right; infinite: all are. */
  #from = Number.POSITIVE_INFINITY;
  /** Many entries are to be laid out: the bottom first. */
  #many = false;
  readonly #rooms: Rooms;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RowListOptions) {
    this.#options = options;
    this.#rooms = new Rooms(options);
  }

  /** Puts an entry behind `after`, or at the end. */
  add(block: TranscriptBlock, depth: number, head: Entry | undefined, after?: Entry): Entry {
    const open = block.isHead === true;
    const entry: Entry = { block, depth, head, open, rows: [], foldable: undefined, room: undefined };
    const at = after ? this.entries.lastIndexOf(after) + 1 : this.entries.length;
    this.entries.splice(at, 0, entry);
    if (at < this.#first) this.#first += 1;
    if (at < this.#floor) this.#floor += 1;
    if (this.entries.length - this.#floor > (this.#pages + 0.5) * PAGE) this.#startOver();
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
    this.#rooms.renew(this.#width);
    this.#startOver();
  }

  clear(): void {
    this.entries.length = 0;
    this.#first = 0;
    this.#pages = 1;
    this.#startOver();
  }

  /** Shows earlier blocks too, if this is the row that tells of them. */
  more(row: number): boolean {
    if (row !== 0 || this.#first === 0) return false;
    this.#pages += 1;
    this.#startOver();
    return true;
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
      this.#rooms.renew(width);
      this.#startOver();
    }
    if (this.#from === Number.POSITIVE_INFINITY) return this.#rows;
    if (this.#many) {
      this.#many = false;
      this.#first = this.#fill(AT_ONCE, FRAME);
      this.#rows = [];
      this.#starts = [];
      this.#from = this.#first;
      if (this.#first > this.#floor) this.#later();
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
    const floor = Math.max(0, this.entries.length - this.#pages * PAGE);
    for (let at = this.#floor; at < floor; at += 1) forget(this.entries[at]);
    this.#floor = floor;
  }

  /** Lays out from the bottom up until there are `rows` and the time is over; returns the uppermost entry that is ready. */
  #fill(rows: number, ms: number): number {
    const begin = performance.now();
    let count = 0;
    let at = this.entries.length;
    while (at > this.#floor) {
      const entry = this.entries[at - 1];
      if (!entry) break;
      if (!this.#ready(entry)) {
        if (count >= rows && performance.now() - begin > ms) break;
        this.#lay(entry);
      }
      at -= 1;
      if (!isHidden(entry)) count += entry.rows.length + 1;
      if (ms === Number.POSITIVE_INFINITY && count >= rows) break;
    }
    return at;
  }

  #later(): void {
    this.#timer = setTimeout(() => {
      const begin = performance.now();
      for (let at = this.#first - 1; at >= this.#floor; at -= 1) {
        const entry = this.entries[at];
        if (!entry || this.#ready(entry)) continue;
        if (performance.now() - begin > SLICE) return this.#later();
        this.#lay(entry);
      }
      this.#timer = undefined;
      this.#first = this.#floor;
      this.#from = 0;
      this.#options.changed();
    }, 4);
    this.#timer.unref();
  }

  #replace(from: number): void {
    const rows = this.#rows;
    if (from === this.#first) {
      rows.length = 0;
      const hint = this.#first === this.#floor ? " · a click shows more" : "";
      if (this.#first > 0) rows.push(earlierRow(this.#first, this.#rooms.at(0), hint));
    } else rows.length = this.#starts[from] ?? rows.length;
    this.#starts.length = Math.max(from, 0);
    for (let at = from; at < this.entries.length; at += 1) {
      const entry = this.entries[at];
      if (!entry) continue;
      this.#starts[at] = rows.length;
      if (isHidden(entry)) continue;
      if (!this.#ready(entry)) this.#lay(entry);
      if (entry.rows.length === 0) continue;
      const before = this.#shownBefore(at);
      if (rows.length > 0 && !(before && isClose(before, entry))) rows.push("");
      for (const row of entry.rows) rows.push(row);
    }
  }

  #shownBefore(at: number): Entry | undefined {
    for (let index = at - 1; index >= this.#first; index -= 1) {
      const entry = this.entries[index];
      if (entry && entry.rows.length > 0 && !isHidden(entry)) return entry;
    }
    return undefined;
  }

  #ready(entry: Entry): boolean {
    return entry.room !== undefined && entry.room === this.#rooms.at(entry.depth);
  }

  #lay(entry: Entry): void {
    const room = this.#rooms.at(entry.depth);
    const { rows, foldable } = entry.block.lay(room, entry.open);
    entry.rows = rows;
    entry.foldable = foldable === true;
    entry.room = room;
  }
}

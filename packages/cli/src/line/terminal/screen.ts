/* oxlint-disable no-control-regex */
import type { Live, Surface } from "../render/surface.js";
import { widthOf } from "../render/width.js";

const HIDE = "\x1b[?25l";
const SHOW = "\x1b[?25h";
/** Off and on: whether text at the right edge goes on in the next row. */
const NO_WRAP = "\x1b[?7l";
const WRAP = "\x1b[?7h";
/** How long the terminal may take to say where its cursor is, in milliseconds. */
const REPORT_MS = 150;

export interface ScreenOptions {
  write(bytes: string): void;
  size(): { readonly columns: number; readonly rows: number };
}

/**
 * A terminal in which nothing printed is ever touched again. Below it stands the live part: it is wiped, what became
 * final is printed in its place, and it is drawn anew, all in one write.
 *
 * When the terminal becomes narrower, most terminals break the rows of the live part anew, and how many there are then
 * is theirs to know. A live part without a cursor is left with the real cursor at the first cell of its last row: there
 * it stays the first cell, and only rows above it can have been broken. With a cursor inside a row, the terminal is
 * asked where the cursor ended up.
 */
export class Screen implements Surface {
  private readonly options: ScreenOptions;
  private drawn: readonly string[] = [];
  /** Where the real cursor stands inside the drawn part. */
  private at = { row: 0, column: 0 };
  private wanted: Live = { rows: [] };
  private shown = true;
  private lastBlank = true;
  private waiting: NodeJS.Timeout | undefined;
  private queued: string[] = [];
  private active = true;
  private scheduled = false;
  private drawnColumns: number;

  constructor(options: ScreenOptions) {
    this.options = options;
    this.drawnColumns = options.size().columns;
  }

  get columns(): number {
    return this.options.size().columns;
  }

  get rows(): number {
    return this.options.size().rows;
  }

  /** True when something printed is still to be written. */
  get dirty(): boolean {
    return this.queued.length > 0;
  }

  print(rows: readonly string[]): void {
    if (rows.length === 0) return;
    this.lastBlank = rows.at(-1) === "";
    // A spread of a very long list would overflow the stack.
    for (const row of rows) this.queued.push(row);
    this.schedule();
  }

  gap(): void {
    if (!this.lastBlank) this.print([""]);
  }

  live(live: Live): void {
    this.wanted = live;
    this.schedule();
  }

  /** Writes what is still to be written. */
  flush(): void {
    this.scheduled = false;
    if (this.queued.length > 0 || !this.same(this.wanted)) this.draw();
  }

  /** The terminal has another size. The caller sets a new live part afterwards. */
  resized(): void {
    if (!this.active || this.drawn.length === 0) return;
    const { columns } = this.options.size();
    if (columns === this.drawnColumns || this.waiting) return;
    // What was made for the old size must not be drawn again.
    this.wanted = { rows: [] };
    const above = this.drawn.slice(0, this.at.row);
    const reflowed = above.reduce((sum, row) => sum + rowsFor(widthOf(plain(row)), columns), 0);
    // Only a cursor beyond the new edge leaves it open whether its own row was broken.
    if (this.at.column < columns) {
      this.at = { row: reflowed, column: this.at.column };
      this.drawnColumns = columns;
      this.options.write(this.wipe());
      return;
    }
    this.options.write("\x1b[6n");
    this.waiting = setTimeout(() => this.settle(reflowed), REPORT_MS);
  }

  /** The terminal's answer to where its cursor is; `column` is 1-based. */
  reported(column: number): void {
    if (!this.waiting) return;
    const { columns } = this.options.size();
    const above = this.drawn.slice(0, this.at.row);
    const reflowed = above.reduce((sum, row) => sum + rowsFor(widthOf(plain(row)), columns), 0);
    const wrapped = column - 1 === this.at.column % columns;
    this.settle(reflowed + (wrapped ? Math.floor(this.at.column / columns) : 0));
  }

  /** Takes the live part away and shows the cursor; nothing is drawn until `resume`. */
  suspend(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.flush();
    this.options.write(`${this.wipe()}${this.shown ? "" : SHOW}`);
    this.shown = true;
    this.active = false;
  }

  resume(): void {
    this.active = true;
    this.draw();
  }

  /** Wipes the whole screen, for Ctrl-L; the scrollback stays. */
  clear(): void {
    this.drawn = [];
    this.at = { row: 0, column: 0 };
    this.lastBlank = true;
    this.options.write("\x1b[H\x1b[2J");
    this.draw();
  }

  private settle(row: number): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.at = { row, column: 0 };
    this.drawnColumns = this.options.size().columns;
    this.draw();
  }

  /** What one event prints and draws leaves in one write. */
  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      if (this.scheduled) this.flush();
    });
  }

  private same(live: Live): boolean {
    const cursor = live.cursor ?? parked(live.rows);
    return (
      this.active &&
      !this.waiting &&
      live.rows.length === this.drawn.length &&
      live.rows.every((row, index) => row === this.drawn[index]) &&
      cursor.row === this.at.row &&
      cursor.column === this.at.column &&
      this.shown === (live.cursor !== undefined)
    );
  }

  private draw(): void {
    if (!this.active || this.waiting) return;
    const printed = this.queued.map((row) => `${row}\r\n`).join("");
    this.queued = [];
    const { rows, cursor } = this.wanted;
    let out = this.wipe() + printed;
    if (rows.length > 0) {
      // The terminal may have become narrower without our knowing yet: then a row is clipped instead of broken in two.
      out += NO_WRAP + rows.join("\r\n") + WRAP;
      const target = cursor ?? parked(rows);
      const up = rows.length - 1 - target.row;
      out += `\r${up > 0 ? `\x1b[${up}A` : ""}${target.column > 0 ? `\x1b[${target.column}C` : ""}`;
      this.at = target;
    }
    this.drawn = rows;
    this.drawnColumns = this.options.size().columns;
    const show = cursor !== undefined || rows.length === 0;
    if (show !== this.shown) out = show ? out + SHOW : HIDE + out;
    this.shown = show;
    if (out !== "") this.options.write(out);
  }

  private wipe(): string {
    if (this.drawn.length === 0) return "";
    const { row } = this.at;
    this.drawn = [];
    this.at = { row: 0, column: 0 };
    return `\r${row > 0 ? `\x1b[${row}A` : ""}\x1b[J`;
  }
}

function parked(rows: readonly string[]): { readonly row: number; readonly column: number } {
  return { row: Math.max(0, rows.length - 1), column: 0 };
}

function rowsFor(width: number, columns: number): number {
  return Math.max(1, Math.ceil(width / Math.max(1, columns)));
}

function plain(row: string): string {
  return row.replace(/\x1b\[[0-9;]*m/g, "");
}

import {
  getKeybindings,
  Input,
  visibleWidth,
  type Component,
  type Focusable,
  type TuiMouseEvent,
  type TuiMouseEventResult,
} from "@earendil-works/pi-tui";
import { fits } from "../keys/fits.js";
import type { WindowHost } from "../types.js";
import { drawFrame, fit, innerWidth, oneRow, pad } from "./frame.js";
import { filterRows, firstShown, moveIn } from "./list-state.js";
import { typeInto } from "./type-into.js";

export interface PickRow<T> {
  readonly value: T;
  readonly label: string;
  /** The label in columns, made for the room there is; what is typed is looked for in `label`. */
  labelAt?(width: number): string;
  /** Stands at the right in a quieter colour; left out where there is no room. */
  readonly note?: string;
  /** The one in use. */
  readonly current?: boolean;
}

export interface PickOptions<T> {
  readonly title: string;
  /** A text instead of rows: there are none, for this reason. */
  readonly rows: readonly PickRow<T>[] | Promise<readonly PickRow<T>[] | string>;
  /** Shown while the rows are awaited. */
  readonly waiting?: string;
  /** Keys of the lower edge beside Enter and Esc. */
  readonly hint?: string;
  /** What Enter does, for the lower edge; absent: it only closes. */
  readonly enter?: string;
  /** Typing narrows the list down, unless this is false. */
  readonly filter?: boolean;
  /** Filtered rows keep their order. */
  readonly ordered?: boolean;
  /** The notes are what matters: in a narrow window the labels give way. */
  readonly keepNotes?: boolean;
  readonly typed?: string;
  /** Further actions of the key table, done with the selected row. */
  readonly actions?: readonly string[];
  /** The row to begin at; absent: the first that is `current`. */
  begin?(value: T): boolean;
  /** Rows below the list about the selected one. */
  preview?(value: T, width: number): readonly string[];
}

/** `action` is `choose`, or one of the further ones. */
export interface Picked<T> {
  readonly action: string;
  readonly value: T;
  /** To open the same list again as it was. */
  readonly typed: string;
}

/** The part of the window's rows that a dialog takes at most. */
const PART = 0.8;
/** Rows from which on there is room for more than the list. */
const PREVIEW_FROM = 12;

/** A list to choose from: arrows and pages, typing to narrow it down, Esc to close. Fits every window from 20 by 6 on. */
export class Picker<T> implements Component, Focusable {
  readonly capturesViewportInput = true;
  private rows: readonly PickRow<T>[] = [];
  private shown: readonly PickRow<T>[] = [];
  private at = 0;
  private said: string | undefined;
  /** What is typed while the rows are awaited: it counts as soon as they are there. */
  private early: string[] | undefined;
  private page: number;
  private firstRow = 0;
  /** Rows of the longest preview so far. */
  private deepest = 0;
  private readonly input: Input;

  constructor(
    private readonly host: WindowHost,
    private readonly options: PickOptions<T>,
    private readonly done: (picked: Picked<T> | undefined) => void,
  ) {
    this.page = Math.max(1, Math.floor(host.tui.terminal.rows * PART) - 3);
    this.input = new Input({
      prompt: "/ ",
      placeholder: "type to narrow down",
      placeholderStyle: (text) => host.theme.dim(text),
    });
    typeInto(this.input, options.typed ?? "");
    const { rows } = options;
    if (rows instanceof Promise) {
      this.early = [];
      this.said = options.waiting ?? "…";
      rows.then(
        (found) => this.take(found),
        (error: unknown) => this.take(error instanceof Error ? error.message : String(error)),
      );
    } else this.take(rows);
  }

  get focused(): boolean {
    return this.input.focused;
  }

  set focused(value: boolean) {
    this.input.focused = value;
  }

  invalidate(): void {
    this.input.invalidate();
  }

  handleInput(data: string): void {
    const keys = getKeybindings();
    if (this.early && !keys.matches(data, "tui.select.cancel")) {
      this.early.push(data);
      return;
    }
    const moved = moveIn({ shown: this.shown, at: this.at }, data, this.page);
    const action = this.options.actions?.find((name) => fits(this.host.keys, name, data));
    if (keys.matches(data, "tui.select.cancel")) this.done(undefined);
    else if (action !== undefined) this.finish(action);
    else if (moved !== undefined) this.at = moved;
    else if (keys.matches(data, "tui.select.confirm")) this.finish("choose");
    else if (this.options.filter !== false) {
      this.input.handleInput(data);
      this.narrow();
    }
    this.host.tui.requestRender();
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    if (event.type === "wheel") {
      const to = this.at + Math.sign(event.wheelDelta ?? 0);
      this.at = Math.max(0, Math.min(this.shown.length - 1, to));
      return { handled: true };
    }
    if (event.button !== "left" || (event.type !== "press" && event.type !== "click")) return undefined;
    const line = event.y - (this.options.filter === false ? 1 : 2);
    const index = this.firstRow + line;
    if (line < 0 || line >= this.page || index >= this.shown.length) return { handled: true };
    if (event.type === "click" && index === this.at) this.finish("choose");
    this.at = index;
    return { handled: true, focus: true };
  }

  render(width: number): string[] {
    const { theme, tui } = this.host;
    const { options } = this;
    const most = Math.max(4, Math.floor(tui.terminal.rows * PART));
    const inner = innerWidth(width);
    const head = options.filter === false ? [] : this.input.render(inner);
    const room = most - 2 - head.length;
    const cut = most >= PREVIEW_FROM ? this.below(inner, Math.max(0, room - 4)) : [];
    this.page = Math.max(1, Math.min(this.shown.length, room - cut.length));
    this.firstRow = firstShown(this.shown.length, this.at, this.page);
    const list = this.shown
      .slice(this.firstRow, this.firstRow + this.page)
      .map((row, index) => this.row(row, this.firstRow + index === this.at, inner));
    // The frame keeps its height while the list is narrowed down: nothing jumps under the eyes.
    const least = options.filter === false ? 0 : Math.min(this.rows.length, room - cut.length);
    const blank = Array.from({ length: Math.max(0, least - Math.max(1, list.length)) }, () => "");
    const none = this.said ?? (this.rows.length === 0 ? "nothing here" : "nothing fits");
    const count = this.shown.length > this.page ? ` ${this.at + 1}/${this.shown.length}` : "";
    return drawFrame(theme, width, {
      title: oneRow(options.title) + count,
      rows: [...head, ...(list.length > 0 ? list : [theme.dim(fit(oneRow(none), inner))]), ...blank, ...cut],
      hint: this.hint(width - 6),
    });
  }

  /** The preview with a rule above it, as high as the highest one so far. */
  private below(width: number, most: number): string[] {
    const { options } = this;
    const selected = this.shown[this.at];
    if (!options.preview) return [];
    const rows = selected ? options.preview(selected.value, width) : [];
    this.deepest = Math.max(this.deepest, rows.length);
    if (this.deepest === 0) return [];
    const blank = Array.from({ length: this.deepest - rows.length }, () => "");
    return [this.host.theme.border("─".repeat(width)), ...rows, ...blank].slice(0, most);
  }

  /** The keys for the lower edge; of the further ones, as many as there is room for. */
  private hint(width: number): string {
    const { keys } = this.host;
    const { enter, hint } = this.options;
    const key = (action: string): string => keys.keysOf(action)[0] ?? "-";
    const first = enter === undefined ? [] : [`${key("listChoose")} ${enter}`];
    const last = `${key("listClose")} close`;
    const further = hint?.split(" · ") ?? [];
    for (;;) {
      const text = [...first, ...further, last].join(" · ");
      if (further.length === 0 || visibleWidth(text) <= width) return text;
      further.pop();
    }
  }

  private row({ label, labelAt, note, current }: PickRow<T>, selected: boolean, width: number): string {
    const { theme } = this.host;
    const { keepNotes } = this.options;
    const mark = `${selected ? "›" : " "}${current === true ? "*" : " "} `;
    const said = note === undefined ? "" : oneRow(note);
    const kept = keepNotes === true ? Math.min(visibleWidth(said), Math.floor(width / 3)) + 2 : 0;
    const text = fit(mark + (labelAt?.(width - mark.length) ?? oneRow(label)), width - kept);
    const room = width - visibleWidth(text) - 2;
    const right = room < Math.min(4, visibleWidth(said)) ? "" : fit(said, room);
    const between = " ".repeat(Math.max(0, width - visibleWidth(text) - visibleWidth(right)));
    if (selected) return theme.selected(pad(text + between + right, width));
    return text + between + theme.dim(right);
  }

  private take(found: readonly PickRow<T>[] | string): void {
    this.said = typeof found === "string" ? found : undefined;
    this.rows = typeof found === "string" ? [] : found;
    this.narrow();
    const { begin } = this.options;
    const wanted = this.shown.findIndex((row) => begin?.(row.value) ?? row.current === true);
    if (wanted >= 0 && (begin || this.input.getValue() === "")) this.at = wanted;
    const early = this.early ?? [];
    this.early = undefined;
    for (const data of early) this.handleInput(data);
    this.host.tui.requestRender();
  }

  private narrow(): void {
    const { shown, at } = filterRows(this.rows, this.input.getValue(), {
      textOf: (row) => oneRow(`${row.label} ${row.note ?? ""}`),
      ordered: this.options.ordered === true,
    });
    // A cursor that moves in the filter is no new filter: the selected row stays.
    const same = shown.length === this.shown.length && shown.every((row, index) => row === this.shown[index]);
    if (same) return;
    this.shown = shown;
    this.at = at;
  }

  private finish(action: string): void {
    const row = this.shown[this.at];
    if (row) this.done({ action, value: row.value, typed: this.input.getValue() });
  }
}

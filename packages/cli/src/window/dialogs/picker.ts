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
  /** What Enter does, for the lower edge. */
  readonly enter: string;
  /** Typing narrows the list down, unless this is false. */
  readonly filter?: boolean;
  /** Filtered rows keep their order. */
  readonly ordered?: boolean;
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
const PREVIEW_FROM = 14;

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
    const selected = this.shown[this.at];
    const room = most - 2 - head.length;
    const preview =
      options.preview && selected && most >= PREVIEW_FROM ? options.preview(selected.value, inner) : [];
    const below = preview.length === 0 ? [] : [theme.border("─".repeat(inner)), ...preview];
    const cut = below.slice(0, Math.max(0, room - 4));
    this.page = Math.max(1, Math.min(this.shown.length, room - cut.length));
    this.firstRow = firstShown(this.shown.length, this.at, this.page);
    const list = this.shown
      .slice(this.firstRow, this.firstRow + this.page)
      .map((row, index) => this.row(row, this.firstRow + index === this.at, inner));
    const none = this.said ?? (this.rows.length === 0 ? "nothing here" : "nothing fits");
    const count = this.shown.length > this.page ? ` ${this.at + 1}/${this.shown.length}` : "";
    return drawFrame(theme, width, {
      title: oneRow(options.title) + count,
      rows: [...head, ...(list.length > 0 ? list : [theme.dim(fit(oneRow(none), inner))]), ...cut],
      hint: this.hint(),
    });
  }

  private hint(): string {
    const { keys } = this.host;
    const key = (action: string): string => keys.keysOf(action)[0] ?? "-";
    const parts = [`${key("listChoose")} ${this.options.enter}`];
    if (this.options.hint !== undefined) parts.push(this.options.hint);
    parts.push(`${key("listClose")} close`);
    return parts.join(" · ");
  }

  private row({ label, note, current }: PickRow<T>, selected: boolean, width: number): string {
    const { theme } = this.host;
    const text = fit(`${selected ? "›" : " "}${current === true ? "*" : " "} ${oneRow(label)}`, width);
    const room = width - visibleWidth(text) - 2;
    const right = note === undefined || room < 4 ? "" : fit(oneRow(note), room);
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

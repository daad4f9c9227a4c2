import { matchesKey, SelectList, wrapTextWithAnsi, type Component } from "@earendil-works/pi-tui";
import { DRAIN_MS, QUIET_MS } from "../../interactive/permission-words.js";
import { oneLine } from "../../output/one-line.js";
import { drawFrame, innerWidth } from "../dialogs/frame.js";
import { listTheme } from "../editor/list-theme.js";
import type { Theme } from "../types.js";

export interface ChoiceOptions {
  readonly theme: Theme;
  readonly title: string;
  /** What the choice is about; one text a paragraph. */
  readonly about: readonly string[];
  readonly labels: readonly string[];
  /** The one that is marked at first. */
  readonly at: number;
  /** Rows of the whole window. */
  rows(): number;
  /** What was typed before the question could be read: it belongs to the editor. */
  typedAhead(data: string): void;
  /** Undefined: nothing was chosen. */
  done(index: number | undefined): void;
}

/** The part of the window's rows that a dialog takes at most. */
const PART = 0.8;

/** A question with a few answers, to choose from with the arrows and Enter or by number, after a quiet time. */
export class ChoiceDialog implements Component {
  readonly capturesViewportInput = true;
  private readonly options: ChoiceOptions;
  private readonly list: SelectList;
  /** The first row of what it is about that is shown, and how many there are room for. */
  private top = 0;
  private page = 1;
  private armed = false;
  private arming: NodeJS.Timeout | undefined;

  constructor(options: ChoiceOptions) {
    this.options = options;
    const items = options.labels.map((label, index) => ({
      value: String(index),
      label: `${index + 1}. ${oneLine(label)}`,
    }));
    this.list = new SelectList(items, items.length, listTheme(options.theme));
    this.list.setSelectedIndex(options.at);
    this.list.onSelect = (item) => this.settle(Number(item.value));
    this.list.onCancel = () => this.settle(undefined);
    this.arm();
  }

  handleInput(data: string): void {
    const index = /^[1-9]$/.test(data) ? Number(data) - 1 : -1;
    const pages = matchesKey(data, "pageDown") ? 1 : matchesKey(data, "pageUp") ? -1 : 0;
    if (pages !== 0) this.top = Math.max(0, this.top + pages * this.page);
    else if (!this.armed && !matchesKey(data, "escape") && !matchesKey(data, "ctrl+c")) {
      this.options.typedAhead(data);
      this.arm();
    } else if (index >= 0 && index < this.options.labels.length) this.settle(index);
    else this.list.handleInput(data);
  }

  render(width: number): string[] {
    const { theme, title, about, labels } = this.options;
    const inner = innerWidth(width);
    const text = about.flatMap((one) => wrapTextWithAnsi(oneLine(one), inner));
    const most = Math.floor(this.options.rows() * PART) - labels.length - 2;
    const rows = [...this.shown(text, most), ...this.list.render(inner)];
    return drawFrame(theme, width, { title: oneLine(title), rows, hint: "Enter take · Esc close" });
  }

  /** What it is about in so many rows: the answers have to be seen. */
  private shown(text: readonly string[], most: number): string[] {
    if (text.length < most) return [...text, ""];
    this.page = Math.max(1, most - 1);
    this.top = Math.max(0, Math.min(this.top, text.length - this.page));
    const below = text.length - this.top - this.page;
    const where = `${this.top > 0 ? `↑ ${this.top} ` : ""}${below > 0 ? `↓ ${below} ` : ""}more · PageUp, PageDown`;
    return [...text.slice(this.top, this.top + this.page), this.options.theme.dim(where)];
  }

  invalidate(): void {
    this.list.invalidate();
  }

  private arm(): void {
    clearTimeout(this.arming);
    this.arming = setTimeout(() => void (this.armed = true), QUIET_MS + DRAIN_MS);
  }

  private settle(index: number | undefined): void {
    clearTimeout(this.arming);
    this.options.done(index);
  }
}

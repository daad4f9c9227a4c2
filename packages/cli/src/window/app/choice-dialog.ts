import { SelectList, truncateToWidth, wrapTextWithAnsi, type Component } from "@earendil-works/pi-tui";
import { oneLine } from "../../output/one-line.js";
import { listTheme } from "../editor/list-theme.js";
import type { Theme } from "../types.js";

/** Rows of the list that are shown at once. */
const SHOWN = 12;

export interface ChoiceOptions {
  readonly theme: Theme;
  readonly title: string;
  /** What the choice is about; one text a paragraph. */
  readonly about?: readonly string[];
  readonly labels: readonly string[];
  /** The one that is marked at first. */
  readonly at?: number;
  /** Undefined: nothing was chosen. */
  done(index: number | undefined): void;
}

/** A list to choose one line from, with the arrows and Enter, the mouse, or its number. */
export class ChoiceDialog implements Component {
  readonly capturesViewportInput = true;
  private readonly options: ChoiceOptions;
  private readonly list: SelectList;

  constructor(options: ChoiceOptions) {
    this.options = options;
    const items = options.labels.map((label, index) => ({
      value: String(index),
      label: `${index + 1}. ${oneLine(label)}`,
    }));
    this.list = new SelectList(items, SHOWN, listTheme(options.theme), {
      minPrimaryColumnWidth: 200,
      maxPrimaryColumnWidth: 200,
    });
    this.list.setSelectedIndex(options.at ?? 0);
    this.list.onSelect = (item) => options.done(Number(item.value));
    this.list.onCancel = () => options.done(undefined);
  }

  handleInput(data: string): void {
    const index = /^[1-9]$/.test(data) ? Number(data) - 1 : -1;
    if (index >= 0 && index < this.options.labels.length) this.options.done(index);
    else this.list.handleInput(data);
  }

  render(width: number): string[] {
    const { theme, title, about = [] } = this.options;
    const pad = (text: string): string => truncateToWidth(text, width, "…", true);
    const rule = (text: string): string =>
      theme.border(truncateToWidth(`──${text}${"─".repeat(width)}`, width, ""));
    return [
      rule(` ${oneLine(title)} `),
      ...about.flatMap((text) => wrapTextWithAnsi(text, Math.max(1, width - 2)).map((row) => pad(` ${row}`))),
      ...(about.length > 0 ? [pad("")] : []),
      ...this.list.render(width).map(pad),
      theme.dim(pad(" Enter takes it · Esc closes")),
      rule(""),
    ];
  }

  invalidate(): void {
    this.list.invalidate();
  }
}

import { SelectList, wrapTextWithAnsi, type Component } from "@earendil-works/pi-tui";
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
  /** Undefined: nothing was chosen. */
  done(index: number | undefined): void;
}

/** A question with a few answers, to choose from with the arrows and Enter or by number. */
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
    this.list = new SelectList(items, items.length, listTheme(options.theme));
    this.list.setSelectedIndex(options.at);
    this.list.onSelect = (item) => options.done(Number(item.value));
    this.list.onCancel = () => options.done(undefined);
  }

  handleInput(data: string): void {
    const index = /^[1-9]$/.test(data) ? Number(data) - 1 : -1;
    if (index >= 0 && index < this.options.labels.length) this.options.done(index);
    else this.list.handleInput(data);
  }

  render(width: number): string[] {
    const { theme, title, about } = this.options;
    const inner = innerWidth(width);
    const rows = [
      ...about.flatMap((text) => wrapTextWithAnsi(oneLine(text), inner)),
      "",
      ...this.list.render(inner),
    ];
    return drawFrame(theme, width, { title: oneLine(title), rows, hint: "Enter take · Esc close" });
  }

  invalidate(): void {
    this.list.invalidate();
  }
}

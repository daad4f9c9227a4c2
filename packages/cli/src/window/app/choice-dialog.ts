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
  /** What was typed before the question could be read: it belongs to the editor. */
  typedAhead(data: string): void;
  /** Undefined: nothing was chosen. */
  done(index: number | undefined): void;
}

/** A question with a few answers, to choose from with the arrows and Enter or by number, after a quiet time. */
export class ChoiceDialog implements Component {
  readonly capturesViewportInput = true;
  private readonly options: ChoiceOptions;
  private readonly list: SelectList;
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
    if (!this.armed && !matchesKey(data, "escape") && !matchesKey(data, "ctrl+c")) {
      this.options.typedAhead(data);
      this.arm();
    } else if (index >= 0 && index < this.options.labels.length) this.settle(index);
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

  private arm(): void {
    clearTimeout(this.arming);
    this.arming = setTimeout(() => void (this.armed = true), QUIET_MS + DRAIN_MS);
  }

  private settle(index: number | undefined): void {
    clearTimeout(this.arming);
    this.options.done(index);
  }
}

import { Input, matchesKey, type Component, type Focusable } from "@earendil-works/pi-tui";
import type { History } from "../../interactive/history.js";
import { cleanText } from "../../output/clean-text.js";
import { drawFrame, fit, innerWidth, pad } from "../dialogs/frame.js";
import type { Keymap, Theme } from "../types.js";

/** Entries that are shown at once. */
const SHOWN = 8;
/** The part of the window's rows that a dialog takes at most. */
const PART = 0.8;
/** From this width on there is room for every key. */
const WIDE = 64;
/** Entries that are looked for. */
const FOUND = 50;

export interface HistorySearchOptions {
  readonly theme: Theme;
  readonly keys: Keymap;
  readonly history: History;
  /** Rows of the whole window. */
  rows(): number;
  /** `send`: at once; else the text goes to the editor; undefined: nothing was chosen. */
  done(text: string | undefined, send: boolean): void;
}

/** A search through what was sent in this folder, the newest first. */
export class HistorySearch implements Component, Focusable {
  readonly capturesViewportInput = true;
  private readonly options: HistorySearchOptions;
  private readonly input = new Input();
  private found: string[] = [];
  private at = 0;
  /** Rows of the longest list so far. */
  private most = 1;

  constructor(options: HistorySearchOptions) {
    this.options = options;
    this.look();
  }

  get focused(): boolean {
    return this.input.focused;
  }

  set focused(on: boolean) {
    this.input.focused = on;
  }

  handleInput(data: string): void {
    const { done, keys } = this.options;
    const older = matchesKey(data, "up") || keys.action(data) === "historySearch";
    if (matchesKey(data, "escape") || matchesKey(data, "ctrl+c") || matchesKey(data, "ctrl+g"))
      done(undefined, false);
    else if (matchesKey(data, "enter")) done(this.found[this.at], true);
    else if (matchesKey(data, "tab")) done(this.found[this.at], false);
    else if (older) this.at = Math.min(this.at + 1, Math.max(0, this.found.length - 1));
    else if (matchesKey(data, "down")) this.at = Math.max(0, this.at - 1);
    else {
      this.input.handleInput(data);
      this.look();
    }
  }

  render(width: number): string[] {
    const { theme } = this.options;
    const inner = innerWidth(width);
    const room = Math.max(1, Math.min(SHOWN, Math.floor(this.options.rows() * PART) - 3));
    const first = Math.max(0, Math.min(this.at - room + 1, this.found.length - room));
    const rows = this.found.slice(first, first + room).map((text, index) => {
      const chosen = first + index === this.at;
      const line = cleanText(text).replaceAll("\n", "⏎").replaceAll("\t", " ");
      const row = pad(fit(`${chosen ? "›" : " "} ${line}`, inner), inner);
      return chosen ? theme.selected(row) : row;
    });
    if (rows.length === 0) rows.push(theme.dim("  nothing found"));
    // The newest stands next to where it is typed, which stays where it is.
    this.most = Math.max(this.most, rows.length);
    const blank = Array.from({ length: Math.min(this.most, room) - rows.length }, () => "");
    return drawFrame(theme, width, {
      title: "History of this folder",
      rows: [...blank, ...rows.toReversed(), ...this.input.render(inner)],
      hint:
        width < WIDE
          ? "Enter sends · Tab edits"
          : "Enter sends · Tab takes it to edit · Up older · Esc closes",
    });
  }

  invalidate(): void {
    this.input.invalidate();
  }

  private look(): void {
    const query = this.input.getValue();
    const found = new Set<string>();
    for (let skip = 0; found.size < FOUND;) {
      const hit = this.options.history.search(query, skip);
      if (!hit) break;
      found.add(hit.text);
      skip = hit.skip + 1;
    }
    this.found = [...found];
    this.at = 0;
  }
}

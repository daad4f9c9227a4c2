import { Input, matchesKey, truncateToWidth, type Component, type Focusable } from "@earendil-works/pi-tui";
import type { History } from "../../interactive/history.js";
import { cleanText } from "../../output/clean-text.js";
import type { Keymap, Theme } from "../types.js";

/** Entries that are shown at once. */
const SHOWN = 8;
/** Entries that are looked for. */
const FOUND = 50;

export interface HistorySearchOptions {
  readonly theme: Theme;
  readonly keys: Keymap;
  readonly history: History;
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
    const rule = (text: string): string =>
      theme.border(truncateToWidth(`── ${text} ${"─".repeat(width)}`, width, ""));
    const first = Math.max(0, Math.min(this.at - SHOWN + 1, this.found.length - SHOWN));
    const rows = this.found.slice(first, first + SHOWN).map((text, index) => {
      const chosen = first + index === this.at;
      const line = cleanText(text).replaceAll("\n", "⏎").replaceAll("\t", " ");
      const row = truncateToWidth(`${chosen ? "❯" : " "} ${line}`, width, "…", true);
      return chosen ? theme.selected(row) : row;
    });
    if (rows.length === 0) rows.push(theme.dim(pad("  nothing found", width)));
    return [
      rule("history of this folder"),
      // The newest stands next to where it is typed.
      ...rows.toReversed(),
      ...this.input.render(width).map((row) => pad(row, width)),
      theme.dim(pad("Enter sends · Tab takes it to edit · Up older · Esc closes", width)),
    ];
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

function pad(text: string, width: number): string {
  return truncateToWidth(text, width, "", true);
}

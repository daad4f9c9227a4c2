import { Editor, type TUI } from "@earendil-works/pi-tui";
import type { CompletionSource } from "../../interactive/completion.js";
import type { History } from "../../interactive/history.js";
import { pastedText } from "../../interactive/pasted-text.js";
import type { Theme } from "../types.js";
import { createCompletion } from "./completion-provider.js";
import { listTheme } from "./list-theme.js";

/** What would make a text read differently from what it is; it is sent, and not drawn. */
const REORDERS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Entries that the arrows reach, the library's limit; Ctrl-R finds all. */
const ARROWS = 100;

export interface WindowEditorOptions {
  readonly tui: TUI;
  readonly theme: Theme;
  readonly source: CompletionSource;
  readonly history: History;
}

/** The library's editor with mm's completion and history. A long paste is a chip in it until the text is sent. */
export class WindowEditor extends Editor {
  private readonly sent: History;
  private readonly source: CompletionSource;
  private listed = false;

  constructor({ tui, theme, source, history }: WindowEditorOptions) {
    super(
      tui,
      { borderColor: theme.border, selectList: listTheme(theme) },
      { paddingX: 1, autocompleteMaxVisible: 8 },
    );
    this.sent = history;
    this.source = source;
    for (const text of history.newest(ARROWS)) this.addToHistory(text);
    this.setAutocompleteProvider(createCompletion(source));
  }

  override handleInput(data: string): void {
    // Read in the background with the first key, so that they are there when an `@` is typed.
    if (!this.listed || data === "@") this.source.files();
    this.listed = true;
    super.handleInput(data);
  }

  // The library draws a text as it is, and not every text comes from keys: files, other editors and sessions.
  override setText(text: string): void {
    super.setText(pastedText(text));
  }

  override insertTextAtCursor(text: string): void {
    super.insertTextAtCursor(pastedText(text));
  }

  override addToHistory(text: string): void {
    super.addToHistory(pastedText(text));
  }

  override render(width: number): string[] {
    return super.render(width).map((row) => row.replace(REORDERS, ""));
  }

  /** The whole text, pastes included. */
  get draft(): string {
    return this.getExpandedText();
  }

  /** True when nothing stands in it. */
  get empty(): boolean {
    return this.getText() === "";
  }

  /** True when Enter is to break the line: a backslash stands right before the cursor. */
  get continues(): boolean {
    const { line, col } = this.getCursor();
    return this.getLines()[line]?.[col - 1] === "\\";
  }

  /** Empties the editor, keeping what was in it for the arrows and Ctrl-R. */
  take(): void {
    this.keep(this.draft);
    this.setText("");
  }

  /** Remembers what was sent. */
  keep(text: string): void {
    this.sent.add(text.trim());
    this.addToHistory(text);
  }
}

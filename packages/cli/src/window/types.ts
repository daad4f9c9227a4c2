import type { Runtime, Session } from "@mm-agent/agent";
import type { Block, MmEvent } from "@mm-agent/core";
import type { Component, TUI } from "@earendil-works/pi-tui";

/** Paints a text that holds no line end. */
export type Paint = (text: string) => string;

/** The colours of the window, by what they are for. Every paint gives plain text where colour is off. */
export interface Theme {
  readonly name: string;
  readonly dim: Paint;
  readonly bold: Paint;
  readonly italic: Paint;
  readonly strike: Paint;
  readonly underline: Paint;
  /** mm's own colour: header, marks, the selected row of a list. */
  readonly accent: Paint;
  readonly heading: Paint;
  readonly link: Paint;
  readonly code: Paint;
  readonly quote: Paint;
  readonly border: Paint;
  /** A question of the person: a row as wide as the window. */
  readonly question: Paint;
  readonly ok: Paint;
  readonly warning: Paint;
  readonly error: Paint;
  readonly added: Paint;
  readonly removed: Paint;
  /** The words of a changed row that changed. */
  readonly addedWord: Paint;
  readonly removedWord: Paint;
  readonly selected: Paint;
  /** A match of a search, and the one the search stands at. */
  readonly match: Paint;
  readonly currentMatch: Paint;
  /** Rows of a code block; plain for an unknown language, and until the highlighter is loaded. */
  highlight(code: string, language?: string): string[];
}

/** The conversation as blocks, one component per kind; rows of blocks that did not change are kept. */
export interface Transcript extends Component {
  /** Takes an event of the session, of asked agents too. */
  event(event: MmEvent): void;
  /** Takes the events of a conversation that goes on: a turn that was left open in it does not run. */
  replay(events: readonly MmEvent[]): void;
  /** What the person sent: a prompt, a command line, a `!` line. */
  question(text: string): void;
  /** What a command or mm itself says. */
  say(blocks: readonly Block[], tone?: "info" | "warning" | "error"): void;
  clear(): void;
  /** Unfolds what is folded in the newest block, or in all of them; folds it again. */
  toggle(which: "newest" | "all"): void;
  /** Markdown source of the newest answer. */
  lastAnswer(): string | undefined;
  /** The code blocks of the newest answer, in order. */
  codeBlocks(): readonly { readonly language: string; readonly code: string }[];
  /** True while a turn runs; `word` is what the spinner says. */
  readonly working: { readonly word: string; readonly tail?: string; readonly since: number } | undefined;
  /** The asked agents at work, outermost first: titles as the header shows them. */
  readonly asked: readonly string[];
  /** The last rows, for the shell after leaving. */
  tail(width: number, rows: number): readonly string[];
}

/** What a key can be made to do; the table with names and default keys is in `keys/actions.ts`. */
export interface Keymap {
  /** The name of the action that this input is bound to. */
  action(data: string): string | undefined;
  /** Its keys, as people write them: `Ctrl-R`. */
  keysOf(action: string): readonly string[];
}

/** What a dialog needs of the window. One dialog stands open at a time. */
export interface WindowHost {
  readonly tui: TUI;
  readonly theme: Theme;
  readonly keys: Keymap;
  readonly runtime: Runtime;
  readonly session: Session;
  /** Shows a component over the transcript, with the keyboard, until the returned function is called. */
  open(dialog: Component): () => void;
  /** A short text that goes away by itself. */
  flash(text: string): void;
  /** Draws `session.replay()` anew: the conversation is another one. */
  redraw(): Promise<void>;
  /** Runs a line as if the person had sent it. */
  submit(line: string): Promise<void>;
  /** Puts text into the editor where the cursor stands. */
  insert(text: string): void;
  /** Gives the terminal to another program and takes it back; `gone` aborts when mm ends meanwhile. */
  outside<T>(task: (gone: AbortSignal) => Promise<T>): Promise<T>;
}

import type { CommandReply, UserBlock } from "@mm-agent/agent";

/** What a conversation needs of the front end that shows it. */
export interface Face {
  /** What is typed and not sent. */
  draft: string;
  /** Empties the draft, keeping it in the history. */
  takeDraft(): void;
  /** Shows what was sent. */
  echo(text: string): void;
  /** Says something until the next key. */
  say(hint: string): void;
  /** Something of ours broke. */
  fail(error: unknown): void;
  /** Shows the session's replay: the conversation is another one. */
  redraw(): Promise<void>;
  /** Shows what a command says. */
  show(reply: Extract<CommandReply, { kind: "done" }>): void;
  /** Lets the person choose one of the lines; undefined when they do not. */
  choose(labels: readonly string[]): Promise<number | undefined>;
  /** Answers what is asked with `cancelled`. */
  abandon(): void;
  /** Work begins or has ended: the spinner's time. */
  works(on: boolean): void;
  /** Tells a person who looks elsewhere. */
  tell(text: string): void;
  leave(code: number): void;
  draw(): void;
  /** What goes to the model for a text, where it is more than the text. */
  compose?(text: string): string | readonly UserBlock[];
}

/** What is said of something of ours that broke. */
export function internalError(error: unknown): string {
  return `mm: internal error: ${error instanceof Error ? error.message : String(error)}`;
}

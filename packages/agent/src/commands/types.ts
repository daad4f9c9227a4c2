import type { EventBody, Answer, PermissionRequest } from "@mm-agent/core";
import type { CommandFacts, SessionOptions } from "../session/session-options.js";
import type { CompactResult, Session } from "../session/types.js";
import type { Work } from "../session/work.js";

/** What a command of the runtime works on. */
interface CommandScope {
  readonly session: Session;
  readonly options: SessionOptions;
  readonly facts: CommandFacts | undefined;
  /** Every command there is, for `/help`. */
  readonly all: readonly { readonly name: string; readonly description: string; readonly hint?: string }[];
  readonly signal: AbortSignal;
  compact(focus?: string): Promise<CompactResult>;
}

/** What a command answers; `ok` is true unless said otherwise. */
export interface CommandResult {
  readonly ok?: boolean;
  readonly text?: string;
  readonly markdown?: string;
  readonly prompt?: string;
  readonly choices?: readonly { readonly label: string; readonly line: string }[];
  readonly action?: "exit" | "redraw";
}

/** A slash command of the runtime, the same in every front end. */
export interface SessionCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
  /** True: it changes the conversation and runs alone, as a turn does; while one runs it is refused. */
  readonly alone?: boolean;
  run(args: string, scope: CommandScope): Promise<CommandResult> | CommandResult;
}

/** What a session gives its command line. */
export interface LineScope extends SessionOptions {
  readonly session: Session;
  readonly work: Work;
  exchange(user: string, assistant: string): Promise<void>;
  compact(signal: AbortSignal, focus?: string): Promise<CompactResult>;
  emit(event: EventBody): void;
  history: Session["history"];
  /** Absent: nobody can be asked. */
  readonly answer?: ((request: PermissionRequest) => Promise<Answer>) | undefined;
}

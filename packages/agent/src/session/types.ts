import type {
  Answer,
  CallOutcome,
  ErrorWhere,
  HistoryEntry,
  Mode,
  MmEvent,
  PermissionRequest,
  Tool,
  Usage,
} from "@mm-agent/core";
import type { Message, Provider, UserBlock } from "../provider/types.js";
import type { TurnEnd } from "../turn/types.js";

/** Something that went wrong during the session, kept for the export. */
export interface SessionError {
  readonly at: string;
  readonly where: ErrorWhere;
  readonly message: string;
  readonly class?: string;
}

/**
 * Where a session keeps what must survive it. Calls come in order; the promise resolves when the record is on disk.
 * The in-memory default keeps nothing.
 */
export interface SessionStore {
  message(
    message: Message,
    about: { readonly outcome?: CallOutcome; readonly usage?: Usage },
  ): Promise<void> | void;
  permission(request: PermissionRequest, answer: Answer): Promise<void> | void;
  error(error: SessionError): Promise<void> | void;
  set(change: {
    readonly mode?: Mode;
    readonly model?: string;
    readonly title?: string;
  }): Promise<void> | void;
  close(): Promise<void> | void;
}

/** A conversation with one model in one folder. Front ends subscribe to its events and send it prompts. */
export interface Session {
  readonly id: string;
  readonly cwd: string;
  readonly tools: readonly Tool[];
  readonly mode: Mode;
  readonly provider: Provider;
  /** True while a turn runs. */
  readonly busy: boolean;
  readonly errors: readonly SessionError[];
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: MmEvent) => void): () => void;
  /** Runs one turn. A prompt that is sent while a turn runs waits for its end. */
  prompt(prompt: string | readonly UserBlock[]): Promise<TurnEnd>;
  /** Joins the next model request of the running turn; false when none is running. */
  steer(prompt: string | readonly UserBlock[]): boolean;
  /** Ends the running turn; resolves when it has ended. */
  cancel(): Promise<void>;
  set(change: { readonly mode?: Mode; readonly provider?: Provider }): void;
  messages(): readonly Message[];
  history(): readonly HistoryEntry[];
  /** Cancels what runs and disposes of the plugins. */
  dispose(): Promise<void>;
}

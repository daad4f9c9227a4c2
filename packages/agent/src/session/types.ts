import type {
  Block,
  CallOutcome,
  ErrorWhere,
  HistoryEntry,
  Mode,
  MmEvent,
  Tool,
  UndoResult,
  Usage,
} from "@mm-agent/core";
import type { Message, Provider, ThinkingLevel, UserBlock } from "../provider/types.js";
import type { TurnEnd } from "../turn/types.js";
import type { SessionRecord } from "./records.js";

/** Something that went wrong during the session, kept for the export. */
export interface SessionError {
  readonly at: string;
  readonly where: ErrorWhere;
  readonly message: string;
  readonly class?: string;
}

/**
 * Where a session keeps what must survive it. Records come in order; the promise resolves when the record is on disk.
 * The default keeps them in memory. Nothing is thrown: a store that cannot write says so once by itself.
 */
export interface SessionStore {
  /** The file, for people; absent when nothing is kept. */
  readonly file?: string;
  append(record: SessionRecord): Promise<void> | void;
  /** Everything kept so far. */
  records(): Promise<readonly SessionRecord[]>;
  close(): Promise<void>;
}

/** A slash command, as completion and editors need it. */
export interface CommandInfo {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
}

/** What became of a line that may be a slash command. */
export type CommandReply =
  /** It is none: send it as a prompt. */
  | { readonly kind: "prompt" }
  /** It looks like a command and is none: nothing was sent; keep the draft. `text` offers the nearest one. */
  | { readonly kind: "unknown"; readonly text: string; readonly nearest?: string }
  | {
      readonly kind: "done";
      readonly ok: boolean;
      /** For the person. */
      readonly print: readonly Block[];
      /** To be sent with `session.prompt`. */
      readonly prompt?: string;
      /** Ways to go on, for a picker: each `line` is a command line for `session.command`. */
      readonly choices?: readonly { readonly label: string; readonly line: string }[];
      /** `exit`: leave mm. `redraw`: the conversation is another one now; draw `session.replay()`. */
      readonly action?: "exit" | "redraw";
    };

/** `ok: false`: nothing was changed, and `text` says why (no gain, nothing to summarise, the model failed). */
export interface CompactResult {
  readonly ok: boolean;
  readonly text: string;
}

/** About a prompt that is given as blocks. */
export interface BlockOptions {
  /** What people see of it. */
  readonly shown?: string;
  /** Files that its texts mention are attached, as those of a string are. */
  readonly mentions?: boolean;
}

/** A conversation with one model in one folder. Front ends subscribe to its events and send it prompts. */
export interface Session {
  /** Changes with `reset` and `resume`. */
  readonly id: string;
  readonly cwd: string;
  /** Set, or the first line of the first prompt; empty before it. */
  readonly title: string;
  /** The session's file; undefined when nothing is kept. */
  readonly file: string | undefined;
  readonly tools: readonly Tool[];
  /** Every slash command: the runtime's, the plugins', the person's own from Markdown files. */
  readonly commands: readonly CommandInfo[];
  readonly mode: Mode;
  readonly provider: Provider;
  /** How much the model thinks; undefined: as its server has it. */
  readonly thinking: ThinkingLevel | undefined;
  /** Tokens the model's window holds, when known. */
  readonly window: number | undefined;
  /** Of the whole session, earlier runs included. */
  readonly usage: Usage;
  /** True while a turn runs. */
  readonly busy: boolean;
  readonly errors: readonly SessionError[];
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: MmEvent) => void): () => void;
  /**
   * Runs one turn. A prompt that is sent while a turn runs waits for its end. In a string, `@file` and `@file:10-20`
   * are expanded into attachments; what cannot be attached is told by `notice` events. Blocks are sent as they are, unless
   * `options` say otherwise.
   */
  prompt(prompt: string | readonly UserBlock[], options?: BlockOptions): Promise<TurnEnd>;
  /** Joins the next model request of the running turn; false when none is running. */
  steer(prompt: string | readonly UserBlock[], options?: BlockOptions): boolean;
  /** Ends the running turn, compaction or command; resolves when it has ended. */
  cancel(): Promise<void>;
  /** Runs a slash command; says so when the line is none. Never throws. */
  command(line: string): Promise<CommandReply>;
  /** `thinking: undefined` leaves it to the server. Holds from the next turn on. */
  set(change: {
    readonly mode?: Mode;
    readonly provider?: Provider;
    readonly title?: string;
    readonly thinking?: ThinkingLevel | undefined;
  }): void;
  /** Shortens the history: earlier turns become a summary by the same model, recent ones stay word for word. */
  compact(focus?: string): Promise<CompactResult>;
  /** A new conversation in a new file; cancels what runs and resets the loop detector. */
  reset(): Promise<void>;
  /** Goes on with another session of this folder, by its id or the beginning of it. */
  resume(id: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly text: string }>;
  /** Takes back what our tools wrote in the last turn that wrote something, file by file. Empty: there is nothing. */
  undo(): Promise<readonly UndoResult[]>;
  /**
   * Runs a tool for the person (`!command` in line mode): nobody is asked, the events are those of any call.
   * `share`: the next prompt tells the model what was run and what came of it.
   */
  run(tool: string, input: unknown, options?: { readonly share?: boolean }): Promise<CallOutcome>;
  /** Tells the person something, as a `notice` event; held back until somebody listens. */
  notify(level: "info" | "warning", text: string): void;
  /** Text that is put before the next prompt, for the model. */
  addContext(text: string): void;
  messages(): readonly Message[];
  history(): readonly HistoryEntry[];
  /** The conversation so far as events, the same that were emitted live; `seq` counts from 1 for each replay. */
  replay(): Promise<readonly MmEvent[]>;
  /** Cancels what runs and disposes of the plugins. */
  dispose(): Promise<void>;
}

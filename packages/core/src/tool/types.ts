import type { JsonSchema, ObjectSchema } from "../schema/types.js";
import type { MmEvent } from "../events.js";
import type { Answer, PermissionRequest } from "../permission/types.js";
import type { FileChange, Workspace } from "../workspace/types.js";

/**
 * What a call does, in the words of the Agent Client Protocol plus `ask` (hands work to another agent).
 * The kind decides whether calls run side by side, whether they ask, and which of them plan mode allows.
 */
export type ToolKind =
  | "read"
  | "search"
  | "fetch"
  | "think"
  | "ask"
  | "edit"
  | "delete"
  | "move"
  | "execute"
  | "other";

/** Why a result is not ok. Front ends and tests read it; the model reads `text`. */
export type Code =
  | "invalid_input"
  | "not_found"
  | "conflict"
  | "unsupported"
  | "too_large"
  | "unavailable"
  | "denied"
  | "rejected"
  | "timeout"
  | "cancelled"
  | "exit"
  | "failed"
  | "loop"
  | "internal";

/** A piece of output that every front end can draw. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "markdown"; readonly text: string }
  | { readonly type: "diff"; readonly change: FileChange }
  | { readonly type: "terminal"; readonly id: string; readonly chunk: string };

/** A place in a file. `path` is absolute, `line` and `column` are 1-based. */
export interface Location {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

/** What a tool hands back. `text` is what the model reads; a failure is `ok: false` with a code, never an exception. */
export interface Result {
  readonly text: string;
  /** Default true. */
  readonly ok?: boolean;
  readonly code?: Code;
  /** What a person sees instead of `text`. `changes` are always drawn by the front end. */
  readonly display?: readonly Block[];
  readonly changes?: readonly FileChange[];
  readonly locations?: readonly Location[];
  /** Machine-readable extras for `mm call --json`, hooks and tests. */
  readonly data?: unknown;
  /** The turn ends after this call's answer: an agent that was asked has gone silent. `message` is for the person. */
  readonly endTurn?: { readonly reason: "watchdog"; readonly message: string };
}

/** One value that permission rules are matched against: a command, a path, a URL. */
export interface PermissionCheck {
  /** Name in the rules, usually the tool's own. */
  readonly tool: string;
  readonly value: string;
  /** How patterns are matched: `path` values are relative to the session's folder, or absolute when outside. Default `text`. */
  readonly type?: "text" | "path";
  /** Other spellings of the same, which rules that ask or deny catch as well; no rule allows through them. */
  readonly also?: readonly string[];
  /** When this part is of another kind than the call (a redirection of a command edits a file). */
  readonly kind?: ToolKind;
  /** True: a path outside the session's folder. */
  readonly outside?: boolean;
  /** True: rules may forbid it or ask, and nothing else is decided by it. An empty value says that the tool may be touched. */
  readonly advisory?: boolean;
  /** Counted for denials only. */
  readonly only?: "deny";
}

export interface PlanPermission {
  /** The word in `[<subject> rejected by the user]`. Default: the tool's name. */
  readonly subject?: string;
  /** Each is judged alone and the strictest answer counts. */
  readonly checks: readonly PermissionCheck[];
  /** True when the input could not be taken apart safely: it asks, whatever the rules allow. */
  readonly unparsed?: boolean;
  /** The call as one text (a whole command): an answer to exactly this text settles every ask about its parts. */
  readonly whole?: string;
  /** Rule values to store for "always", word for word as they are shown. */
  readonly remember?: readonly string[];
}

/** What a call is about to do, made without side effects; the same object feeds permission, preview and ACP. */
export interface Plan {
  /** One line: the command, the path, the URL. */
  readonly title: string;
  /** When this call's kind differs from the tool's (an lsp rename is an edit). */
  readonly kind?: ToolKind;
  /** Absolute paths the call touches. */
  readonly paths?: readonly string[];
  readonly changes?: readonly FileChange[];
  readonly preview?: readonly Block[];
  /** Handed on to `run`, so that nothing is computed twice. */
  readonly state?: unknown;
  readonly permission?: PlanPermission;
  /** The call cannot succeed: this is its result, and nobody is asked. */
  readonly refuse?: Result;
}

export interface Logger {
  debug(message: string, data?: unknown): void;
  info(message: string, data?: unknown): void;
  warn(message: string, data?: unknown): void;
  error(message: string, data?: unknown): void;
}

/** One message of the conversation so far, as a tool may see it: no tool outputs. */
export interface HistoryEntry {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
}

/** What the host offers to the few tools that need more than a workspace. */
export interface Host {
  readonly yolo: boolean;
  emit(event: MmEvent): void;
  ask(request: PermissionRequest): Promise<Answer>;
  /**
   * Why a rule or the mode of the session denies this, as `denied by …`; undefined when neither does. For commands: they run
   * no tool, so nobody has judged them.
   */
  denied?(question: {
    readonly tool: string;
    readonly kind: ToolKind;
    readonly value: string;
  }): string | undefined;
  /** The session's model; absent where there is no session. */
  readonly model?: { readonly provider: string; readonly model: string };
  /**
   * How to start another mm (`args` after the program) with the provider keys that tools never see. What restricts this
   * run, its denials, is always among the arguments.
   */
  spawnSelf(args: readonly string[], options?: SpawnSelfOptions): SelfCommand;
}

export interface SpawnSelfOptions {
  /** `model`: the other mm gets the model this run was started with; `settings`: its config file as well. Default: neither. */
  readonly inherit?: "model" | "settings";
}

export interface SelfCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

export interface Ctx {
  readonly sessionId: string;
  readonly callId: string;
  /** Absolute working directory of the session. */
  readonly cwd: string;
  /** Aborted when the turn is cancelled. */
  readonly signal: AbortSignal;
  /** The environment for child processes, without provider keys. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Logger;
  /** The tool's own slice of the configuration. */
  readonly config: unknown;
  readonly limits: { /** UTF-16 units of text that reach the model. */ readonly maxOutput: number };
  readonly workspace: Workspace;
  /** Shows work in progress; ignored after the call has settled. */
  progress(block: Block): void;
  history(): readonly HistoryEntry[];
  readonly host: Host;
}

/** A tool as the dispatcher holds it. Make one with `defineTool`. */
export interface Tool<Input = unknown> {
  /** Letters, digits, `_` and `-`; at most 64 characters (the rule of the model APIs). */
  readonly name: string;
  readonly kind: ToolKind;
  readonly description: string;
  readonly input: ObjectSchema;
  readonly icon?: string;
  /** Counted in the recap after a turn as `<icon> N <label>`; tools with the same label share a counter. */
  readonly counter?: { readonly icon: string; readonly label: string };
  /** Whether line mode prints the start of the output. Default `preview`. */
  readonly echo?: "preview" | "none";
  /** The spinner's word while the tool runs. */
  readonly busy?: string;
  /** True: may run beside other calls of the same answer although its kind would be a barrier. */
  readonly parallel?: boolean;
  /** Where an output beyond `limits.maxOutput` is cut. `self`: the tool bounds its own text. Default `middle`. */
  readonly bound?: "end" | "middle" | "self";
  /** Forgives shapes before validation. Must not do I/O. */
  prepare?(raw: unknown): unknown;
  /** Validation beyond the JSON Schema, made by `defineTool` from a Standard Schema. */
  parse?(value: unknown): Promise<ParseOutcome<Input>> | ParseOutcome<Input>;
  /** Reads only. Without it the title is the tool's name and the kind decides whether to ask. */
  plan?(input: Input, ctx: Ctx): Promise<Plan> | Plan;
  run(input: Input, ctx: Ctx, plan?: Plan): Promise<Result | string> | Result | string;
}

export type ParseOutcome<Input> =
  | { readonly ok: true; readonly value: Input }
  | { readonly ok: false; readonly issues: readonly string[] };

/** What providers send to a model about a tool. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
}

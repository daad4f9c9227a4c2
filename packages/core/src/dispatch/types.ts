import type { EventBody } from "../events.js";
import type { LoopDetector } from "../loop/detector.js";
import type { PermissionPolicy } from "../permission/policy.js";
import type { Answer, PermissionRequest, Rule } from "../permission/types.js";
import type { Hooks } from "../plugin/types.js";
import type { Host, HistoryEntry, Logger, Plan, Result, Tool, ToolKind } from "../tool/types.js";
import type { Workspace } from "../workspace/types.js";

/** One call as a model or a person made it. */
export interface ToolCall {
  /** Unique in the session; ours, never the model's. */
  readonly callId: string;
  /** As emitted; the dispatcher finds the declared tool. */
  readonly name: string;
  /** JSON text as emitted, or a value where the server sent one. */
  readonly input: unknown;
  /** `user` calls (`mm call`) skip the token buckets. */
  readonly origin: "model" | "user";
}

/** What became of a call. There is exactly one for each call, also after a cancel. */
export interface CallOutcome {
  readonly callId: string;
  /** The declared tool's name, or the emitted one when none fits. */
  readonly tool: string;
  readonly title: string;
  readonly kind: ToolKind;
  /** The input that was validated, or what could be read of it. */
  readonly input: unknown;
  /** `text` is bounded and carries the loop marker. */
  readonly result: Result;
  readonly plan?: Plan;
  readonly ms: number;
  /** Set when the loop detector says that the turn must end; the text for the person. */
  readonly stop?: string;
  /** Set when the tool itself threw: the error, for the session's `errors`. */
  readonly defect?: string;
}

/** A hook with the plugin it belongs to; a `guard` that throws refuses. */
export interface InstalledHooks {
  readonly plugin: string;
  readonly guard: boolean;
  readonly hooks: Hooks;
}

export interface DispatcherOptions {
  readonly sessionId: string;
  readonly cwd: string;
  readonly tools: readonly Tool[];
  readonly hooks?: readonly InstalledHooks[];
  readonly policy: PermissionPolicy;
  readonly loop: LoopDetector;
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string>>;
  /** The configuration slice of a tool, by the tool's name. */
  configOf(tool: string): unknown;
  readonly limits: { readonly maxOutput: number };
  readonly log: Logger;
  readonly host: Pick<Host, "spawnSelf" | "model">;
  /** Shown in the order of asking, never two at once. Absent: whoever would ask is rejected. */
  readonly ask?: (request: PermissionRequest) => Promise<Answer>;
  /** Told of the rules that an answer adds, after the policy has them; `project` ones are to be stored. */
  readonly onRemember?: (rules: readonly Rule[], scope: "session" | "project") => void;
  emit(event: EventBody): void;
  history(): readonly HistoryEntry[];
}

export interface Dispatcher {
  readonly tools: readonly Tool[];
  /** Runs the calls of one answer: side by side where their kinds allow it; outcomes in the order of the calls. */
  run(calls: readonly ToolCall[], signal: AbortSignal): Promise<CallOutcome[]>;
}

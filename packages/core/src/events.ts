import type { Answer, Mode, PermissionRequest } from "./permission/types.js";
import type { Block, Code, Location, Plan, ToolKind } from "./tool/types.js";
import type { FileChange } from "./workspace/types.js";

/** The version of the event stream; raised when a field changes its meaning. */
export const EVENT_VERSION = 1;

export interface EventBase {
  readonly v: typeof EVENT_VERSION;
  /** Counts up by one within a session. */
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly session: string;
  readonly turn?: number;
  /** Path of the asked agent this comes from; absent for the session's own events. */
  readonly agent?: readonly string[];
}

/** Tokens of one request. `input` counts fresh tokens only: cached ones stand in `cacheRead` and `cacheWrite`. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
  /** In US dollars, where the provider bills it or the price is known. */
  readonly cost?: number;
}

/** Where an error arose; the same words stand in session files and exports. */
export type ErrorWhere = "generation" | "tool" | "provider" | "plugin" | "permission" | "session" | "config";

export type TurnEndReason =
  | "done"
  | "cancelled"
  | "error"
  | "max_turns"
  | "loop"
  | "runaway"
  | "length"
  | "watchdog"
  | "refusal";

/** What a turn did, counted for the recap. */
export interface TurnCounters {
  readonly requests: number;
  readonly calls: number;
  /** By the label of the tool's `counter`, in order of first use. */
  readonly byLabel: readonly { readonly icon: string; readonly label: string; readonly count: number }[];
  readonly usage: Usage;
  readonly ms: number;
}

export type EventBody =
  | { readonly type: "turn.start"; readonly prompt: string }
  | { readonly type: "text.delta"; readonly messageId: string; readonly text: string }
  | { readonly type: "thought.delta"; readonly messageId: string; readonly text: string }
  | {
      readonly type: "message.done";
      readonly messageId: string;
      readonly text: string;
      readonly partial?: boolean;
    }
  | { readonly type: "steer"; readonly text: string }
  | {
      readonly type: "tool.composing";
      readonly messageId: string;
      readonly callId: string;
      readonly tool: string;
      readonly chars: number;
    }
  | {
      readonly type: "tool.planned";
      readonly callId: string;
      readonly tool: string;
      readonly icon?: string;
      readonly title: string;
      readonly kind: ToolKind;
      readonly input: unknown;
      readonly plan: Omit<Plan, "state">;
    }
  | { readonly type: "permission.asked"; readonly request: PermissionRequest }
  | {
      readonly type: "permission.answered";
      readonly id: string;
      readonly callId: string;
      readonly answer: Answer;
    }
  | { readonly type: "tool.started"; readonly callId: string; readonly tool: string; readonly busy?: string }
  | { readonly type: "tool.progress"; readonly callId: string; readonly block: Block }
  | {
      readonly type: "tool.done";
      readonly callId: string;
      readonly tool: string;
      readonly title: string;
      readonly ok: boolean;
      readonly code?: Code;
      readonly text: string;
      readonly display?: readonly Block[];
      readonly changes?: readonly FileChange[];
      readonly locations?: readonly Location[];
      readonly ms: number;
      readonly echo: "preview" | "none";
    }
  | { readonly type: "usage"; readonly usage: Usage; readonly total: Usage; readonly window?: number }
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly max: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  | { readonly type: "notice"; readonly level: "info" | "warning"; readonly text: string }
  | { readonly type: "error"; readonly where: ErrorWhere; readonly message: string; readonly class?: string }
  | { readonly type: "compacted"; readonly before: number; readonly after: number; readonly summary: string }
  | {
      readonly type: "session.changed";
      readonly mode?: Mode;
      readonly model?: string;
      readonly title?: string;
      readonly commands?: readonly {
        readonly name: string;
        readonly description: string;
        readonly hint?: string;
      }[];
      readonly tools?: readonly string[];
    }
  | {
      readonly type: "turn.end";
      readonly reason: TurnEndReason;
      readonly counters: TurnCounters;
      readonly message?: string;
    };

/** Everything a front end learns about a session, as one discriminated union. */
export type MmEvent = EventBase & EventBody;

import type { Block, ToolKind } from "../tool/types.js";
import type { FileChange } from "../workspace/types.js";

/**
 * `ask`: edits, commands and everything else that changes something asks. `edits`: file edits inside the session's
 * folder run, the rest asks. `yolo`: nothing asks. `plan`: only reading, searching, fetching and thinking.
 */
export type Mode = "ask" | "edits" | "yolo" | "plan";

export type Decision = "allow" | "ask" | "deny";

/** One rule of the configuration or a remembered answer. */
export interface Rule {
  /** A tool's name or `*`. */
  readonly tool: string;
  /** `*` matches any run of characters (in paths: see `matchPattern`). */
  readonly pattern: string;
  readonly decision: Decision;
  /** Where the rule stands, for messages: a file and line, a flag, "this session". */
  readonly source: string;
}

export interface PermissionOption {
  readonly id: Answer["outcome"];
  readonly label: string;
  /** The rule that would be stored, word for word. */
  readonly rule?: string;
}

/** A question to the person at the root front end. */
export interface PermissionRequest {
  readonly id: string;
  readonly callId: string;
  /** Path of asked agents from the root; empty for the session's own calls. */
  readonly agent: readonly string[];
  readonly tool: string;
  readonly title: string;
  readonly kind: ToolKind;
  readonly subject: string;
  readonly preview: readonly Block[];
  readonly changes: readonly FileChange[];
  readonly options: readonly PermissionOption[];
  /** Why it asks: the rule or the mode. */
  readonly why: string;
}

export type Answer =
  | {
      readonly outcome: "once" | "session" | "project" | "reject" | "reject_session";
      readonly reason?: string;
    }
  | { readonly outcome: "cancelled" };

import type {
  Answer,
  Block,
  Code,
  ErrorWhere,
  Location,
  Mode,
  ToolKind,
  TurnCounters,
  TurnEndReason,
  Usage,
} from "@mm-agent/core";
import type { AssistantBlock, AssistantMessage, UserBlock } from "../provider/types.js";

/** The version of the file format; raised when a field changes its meaning. */
export const RECORD_VERSION = 1;

interface RecordBase {
  /** Unique in the file. */
  readonly id: string;
  /** The record before it; null for the first. */
  readonly parent: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface HeaderRecord extends RecordBase {
  readonly type: "header";
  readonly v: number;
  readonly session: string;
  readonly cwd: string;
  readonly version: string;
  readonly provider: string;
  readonly model: string;
  readonly mode: Mode;
  /** Session id of the undo journal. */
  readonly journal?: string;
  readonly forkOf?: string;
}

export interface UserRecord extends RecordBase {
  readonly type: "user";
  readonly blocks: readonly UserBlock[];
  /** What the person typed; absent for a message that joined a running turn. */
  readonly prompt?: string;
}

export interface AssistantRecord extends RecordBase {
  readonly type: "assistant";
  readonly messageId?: string;
  readonly blocks: readonly AssistantBlock[];
  readonly raw?: AssistantMessage["raw"];
  readonly usage?: Usage;
  readonly partial?: boolean;
  readonly provider?: string;
  readonly model?: string;
}

/** Text of an answer that was still coming: what is new since the last one. The answer's own record replaces it. */
export interface PartialRecord extends RecordBase {
  readonly type: "partial";
  readonly messageId: string;
  readonly text: string;
}

export interface ToolRecord extends RecordBase {
  readonly type: "tool";
  readonly callId: string;
  readonly tool: string;
  readonly title: string;
  readonly kind: ToolKind;
  readonly icon?: string;
  readonly input: unknown;
  readonly text: string;
  readonly ok: boolean;
  readonly code?: Code;
  /** Without the contents of files. */
  readonly patches?: readonly {
    readonly path: string;
    readonly patch: string;
    readonly added: number;
    readonly removed: number;
  }[];
  readonly display?: readonly Block[];
  readonly locations?: readonly Location[];
  readonly ms: number;
  readonly echo?: "preview" | "none";
}

export interface PermissionRecord extends RecordBase {
  readonly type: "permission";
  readonly callId: string;
  readonly tool: string;
  readonly title: string;
  readonly answer: Answer;
}

/** What stands before the record `keep` is replaced by `summary`. */
export interface CompactionRecord extends RecordBase {
  readonly type: "compaction";
  readonly summary: string;
  /** Id of the first message record that stays; absent when none does. */
  readonly keep?: string;
  /** Estimated tokens of the history before and after. */
  readonly before: number;
  readonly after: number;
  /** Of the request that made the summary. */
  readonly usage?: Usage;
}

/** A message that no longer counts. */
export interface DropRecord extends RecordBase {
  readonly type: "drop";
  readonly record: string;
}

export interface SetRecord extends RecordBase {
  readonly type: "set";
  readonly mode?: Mode;
  readonly provider?: string;
  readonly model?: string;
  readonly title?: string;
  readonly journal?: string;
}

export interface ErrorRecord extends RecordBase {
  readonly type: "error";
  readonly where: ErrorWhere;
  readonly message: string;
  readonly class?: string;
}

export interface EndRecord extends RecordBase {
  readonly type: "end";
  readonly reason: TurnEndReason;
  readonly message?: string;
  readonly counters: TurnCounters;
}

/** One line of a session file. Lines of other types are left alone: a newer mm may have written them. */
export type SessionRecord =
  | HeaderRecord
  | UserRecord
  | AssistantRecord
  | PartialRecord
  | ToolRecord
  | PermissionRecord
  | CompactionRecord
  | DropRecord
  | SetRecord
  | ErrorRecord
  | EndRecord;

/** A record without what the recorder fills in. */
export type RecordBody = SessionRecord extends infer R
  ? R extends SessionRecord
    ? Omit<R, "id" | "parent" | "at">
    : never
  : never;

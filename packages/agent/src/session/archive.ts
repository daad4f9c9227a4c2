import type { Mode, Usage } from "@mm-agent/core";
import type { SessionError } from "./types.js";
import type { SessionRecord } from "./records.js";
import type { Message } from "../provider/types.js";

/** One line of `mm sessions list`. */
export interface SessionInfo {
  readonly id: string;
  readonly file: string;
  readonly title: string;
  readonly cwd: string;
  readonly model: string;
  /** ISO 8601, UTC: the first and the last record. */
  readonly startedAt: string;
  readonly changedAt: string;
  /** Prompts of the person. */
  readonly prompts: number;
  readonly bytes: number;
  /** Process that has it open, this one included. */
  readonly openIn?: number;
  /** The session it is a copy of. */
  readonly forkOf?: string;
}

/** A session as its file tells it. */
export interface LoadedSession {
  readonly id: string;
  readonly file: string;
  readonly title: string;
  readonly cwd: string;
  readonly provider: string;
  readonly model: string;
  readonly mode: Mode | undefined;
  readonly startedAt: string;
  /** What the model gets next: after the newest compaction, each call paired with one result. */
  readonly messages: readonly Message[];
  /** The record of each message, in the order of `messages`. */
  readonly ids: readonly string[];
  readonly records: readonly SessionRecord[];
  readonly errors: readonly SessionError[];
  readonly usage: Usage;
  /** Titles of the calls, by call id. */
  readonly titles: ReadonlyMap<string, string>;
  /** Undo journals of the runs that wrote this session. */
  readonly journals: readonly string[];
  /** What had to be skipped or mended; complete texts. */
  readonly notices: readonly string[];
}

export type Found<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly text: string };

/** The session files of one project. Nothing is deleted without being asked. */
export interface SessionArchive {
  /** Newest first. */
  list(): Promise<readonly SessionInfo[]>;
  /** By id, the beginning of one that fits no other, or `latest`. */
  find(id: string): Promise<Found<SessionInfo>>;
  load(id: string): Promise<Found<LoadedSession>>;
  delete(id: string): Promise<Found<SessionInfo>>;
  /** A copy under a new id, up to and including the record `upTo` (default: all of it). */
  fork(id: string, upTo?: string): Promise<Found<SessionInfo>>;
  /** Gives a session another title. Refused while a process has it open: there, `session.set` does it. */
  rename(id: string, title: string): Promise<Found<SessionInfo>>;
}

import type {
  Answer,
  Command,
  Host,
  InstalledHooks,
  Logger,
  PermissionPolicy,
  PermissionRequest,
  Redactor,
  Rule,
  Tool,
  Usage,
  Workspace,
} from "@mm-agent/core";
import type { Message, Provider, ThinkingLevel } from "../provider/types.js";
import type { TurnLimits } from "../turn/types.js";
import type { Found, LoadedSession, SessionArchive } from "./archive.js";
import type { SessionStore } from "./types.js";

/** A session of an earlier run, with the store that goes on with its file. */
export interface Reopened {
  readonly loaded: LoadedSession;
  readonly store: SessionStore;
}

export interface SessionOptions {
  readonly id?: string;
  readonly cwd: string;
  readonly provider: Provider;
  readonly system: string;
  readonly tools: readonly Tool[];
  readonly hooks?: readonly InstalledHooks[];
  readonly policy: PermissionPolicy;
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string>>;
  configOf(tool: string): unknown;
  readonly maxOutput: number;
  readonly limits: TurnLimits;
  readonly request?: {
    readonly maxTokens?: number;
    readonly temperature?: number;
    readonly thinking?: ThinkingLevel;
  };
  /** Tokens the model's window holds; a function where they become known while the session runs. */
  readonly window?: number | (() => number | undefined);
  /** Called with the messages of a request and what the server counted for it. */
  onUsage?(messages: readonly Message[], usage: Usage): void;
  /** Default `auto`. */
  readonly textToolCalls?: "auto" | "on" | "off";
  /** Whether the model takes images. Default `unknown`: they are sent. */
  readonly images?: boolean | "unknown";
  /** Default: automatic at 0.8 of the window. */
  readonly compaction?: { readonly auto: boolean; readonly threshold: number };
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly spawnSelf: Host["spawnSelf"];
  /** Absent: whatever would ask is rejected. The signal ends with the turn: take the question away then. */
  readonly ask?: (request: PermissionRequest, signal: AbortSignal) => Promise<Answer>;
  readonly onRemember?: (rules: readonly Rule[], scope: "session" | "project") => void;
  /** Makes the store of a new conversation. Default: in memory. */
  readonly openStore?: (id: string) => SessionStore;
  /** Takes another session of this folder; `current` is the one that is open here. */
  readonly reopen?: (id: string, current: string) => Promise<Found<Reopened>>;
  /** The session to go on with. */
  readonly resumed?: Reopened;
  readonly archive?: SessionArchive;
  /** Where the undo journal of the workspace lies. */
  readonly undo?: { readonly stateDir: string; readonly sessionId: string };
  /** Slash commands of the plugins. */
  readonly pluginCommands?: readonly Command[];
  /** The configuration slice of the plugin that a command belongs to. */
  commandConfig?(command: string): unknown;
  /** Slash commands from Markdown files. */
  readonly userCommands?: readonly Command[];
  /** Further facts that commands show. */
  readonly facts?: CommandFacts;
  readonly version?: string;
  dispose?(): Promise<void>;
}

/** What the runtime lets its commands show and change. */
export interface CommandFacts {
  /** Absent tools with their reasons. */
  readonly absent: readonly { readonly name: string; readonly reason: string }[];
  describe(): readonly { readonly key: string; readonly value: string; readonly source: string }[];
  /** A provider for another model. */
  selectModel(
    model: string,
  ): { readonly ok: true; readonly provider: Provider } | { readonly ok: false; readonly text: string };
  readonly permissions: PermissionFacts;
}

export interface PermissionFacts {
  /** Rules of the configuration, answers of this session, stored answers of the project. */
  list(): readonly Rule[];
  /** Drops remembered answers; returns how many. */
  revoke(tool: string, pattern: string): Promise<number>;
}

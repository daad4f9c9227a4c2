import type { Preset } from "../presets/types.js";

/** One entry of `lsp.servers`. What is absent comes from the preset of the command. */
export interface ServerConfig {
  readonly name: string;
  /** A program name, or an absolute path. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** With the dot: `.go`. */
  readonly extensions: readonly string[];
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly initializationOptions?: unknown;
  /** What the server gets for `workspace/configuration`; sections are found by their dotted names. */
  readonly settings?: unknown;
  /** `languageId` by extension. */
  readonly languageIds?: Readonly<Record<string, string>> | undefined;
}

/** A server that could be there and is not. */
export interface MissingServer {
  /** With the dot; no other server takes these. */
  readonly extensions: readonly string[];
  readonly reason: string;
  /** True: the folder shows that it is wanted here. */
  readonly wanted: boolean;
}

/** A server that can be started: its program was found and its preset filled in. */
export interface ResolvedServer {
  readonly name: string;
  readonly command: string;
  /** The program's path. */
  readonly file: string;
  readonly args: readonly string[];
  readonly extensions: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly initializationOptions: unknown;
  readonly settings: unknown;
  readonly languageIds: Readonly<Record<string, string>>;
  readonly preset: Preset;
  readonly trusted: boolean;
}

/** The `lsp` slice of the configuration. `false` turns the tool off, `true` is the same as an empty object. */
export type LspConfig = boolean | LspOptions;

export interface LspOptions {
  /** Absent: servers that are installed are found by themselves. */
  readonly servers?: readonly ServerConfig[] | undefined;
  /** Further actions beside the six. Default false. */
  readonly extended?: boolean | undefined;
  /** Appends new errors to the result of an edit. Default false. */
  readonly injectDiagnostics?: boolean | undefined;
  /** Milliseconds a call waits for diagnostics. Default 3000. */
  readonly waitMs?: number | undefined;
  /** Milliseconds a server may take to answer `initialize`; then it is ended. Default 30000. */
  readonly startMs?: number | undefined;
  /** Milliseconds a call waits for a server to be ready. Default 30000. */
  readonly readyMs?: number | undefined;
  /** Milliseconds until an unanswered request fails. Default 20000. */
  readonly requestMs?: number | undefined;
  /** Milliseconds without a call after which a server is stopped; 0 keeps it for the session. Default 0. */
  readonly idleMs?: number | undefined;
}

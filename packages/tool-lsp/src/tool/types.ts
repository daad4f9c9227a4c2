import type { Ctx, Result } from "@mm-agent/core";
import type { MissingServer } from "../config/types.js";
import type { LanguageServerPool } from "../pool.js";

/** The six actions of the spec. */
export const ACTIONS = ["definition", "references", "hover", "symbols", "diagnostics", "rename"] as const;

/** What `lsp.extended: true` adds. */
export const EXTENDED_ACTIONS = [
  "implementation",
  "type_definition",
  "incoming_calls",
  "outgoing_calls",
  "workspace_symbols",
  "code_actions",
  "organize_imports",
  "rename_file",
] as const;

export type Action = (typeof ACTIONS)[number] | (typeof EXTENDED_ACTIONS)[number];

/** The tool's input as a model writes it. */
export interface LspInput {
  readonly action: Action;
  readonly path?: string | undefined;
  readonly symbol?: string | undefined;
  /** 1-based; 0 is the same as absent. */
  readonly line?: number | undefined;
  /** 1-based, in characters. */
  readonly column?: number | undefined;
  readonly new_name?: string | undefined;
  readonly limit?: number | undefined;
  readonly include_declaration?: boolean | undefined;
  /** 1-based number of the code action to apply. */
  readonly apply?: number | undefined;
  readonly new_path?: string | undefined;
}

/** Milliseconds; see `LspOptions`. */
interface Limits {
  readonly waitMs: number;
  readonly readyMs: number;
  readonly requestMs: number;
}

/** What all calls of one session share. */
export interface Session {
  readonly pool: LanguageServerPool;
  readonly limits: Limits;
  /** Why there is no server for some files. */
  readonly missing?: readonly MissingServer[];
}

/** One call with its input cleaned. */
export interface Call {
  readonly session: Session;
  readonly ctx: Ctx;
  readonly input: LspInput;
  readonly action: Action;
  /** Absolute path of the file asked about; empty when there is none. */
  readonly path: string;
  /** The path as it stands in texts. */
  readonly shown: string;
  /** With its dot. */
  readonly extension: string;
  readonly symbol: string;
  readonly newName: string;
  readonly line: number;
  readonly column: number;
}

/** Either a value or the answer that ends the call. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly result: Result };

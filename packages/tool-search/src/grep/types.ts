import type { Scope } from "../ignore/find-scope.js";
import type { GlobTest } from "../glob/match-globs.js";
import type { Construct } from "../pattern/node.js";
import type { CompiledPattern } from "../pattern/compile-pattern.js";

/** One search, the same for every engine. */
export interface SearchJob {
  /** The folder that is searched, real, absolute, with `/`. */
  readonly root: string;
  /** The session's folder, real, absolute, with `/`. */
  readonly home: string;
  /** Set when just this file of `root` is searched, whatever the ignore files say. */
  readonly file?: string;
  /** What the answer calls that file; its own name when it was reached by no link. */
  readonly shownFile?: string;
  /** What the paths in the answer begin with: empty, or a path with a final `/`. */
  readonly prefix: string;
  readonly scope: Scope;
  readonly pattern: CompiledPattern;
  readonly include?: { readonly text: string; readonly test: GlobTest };
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A file with lines that match. `path` is relative to the job's root. */
export interface CountedFile {
  readonly path: string;
  readonly count: number;
}

export interface Counted {
  /** In no order. */
  readonly files: readonly CountedFile[];
  /** Files that were looked into. */
  readonly searched: number;
  /** True when something could not be read. */
  readonly unreadable: boolean;
}

/** Where a line matches. */
export interface Hit {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in bytes of UTF-8, of the first match in the line. */
  readonly column: number;
}

/** Something that finds lines. Whatever the engine, the same files have the same lines. */
export interface Engine {
  readonly name: "@vscode/ripgrep" | "rg" | "javascript";
  /** The first of the constructs it does not know. */
  lacks(constructs: readonly Construct[]): Promise<Construct | undefined>;
  count(job: SearchJob): Promise<Counted>;
  /** The first `most` matching lines of each file. Files that are gone are left out. */
  locate(
    job: SearchJob,
    paths: readonly string[],
    most: number,
  ): Promise<ReadonlyMap<string, readonly Hit[]>>;
  /** Ends what the engine still has running for this job. */
  close(): void;
}

/** Why an engine gave no answer. */
export class EngineError extends Error {
  override readonly name = "EngineError";

  constructor(
    readonly kind: "pattern" | "too_many" | "failed",
    message: string,
  ) {
    super(message);
  }
}

/** Matching files after which a search is given up: the answer could not be used, and the list would fill the memory. */
export const MAX_FILES = 200_000;

/** A change of one file. `before` and `after` live in memory and go to ACP; they are never stored. */
export interface FileChange {
  /** Absolute path. */
  readonly path: string;
  /** Unified diff hunks with 3 lines of context (`@@ -1,4 +1,5 @@ …`), without file headers. Empty when nothing changed. */
  readonly patch: string;
  readonly added: number;
  readonly removed: number;
  /** Text before the change; null when the file did not exist. */
  readonly before?: string | null;
  /** Text after the change; null when the file is deleted. */
  readonly after?: string | null;
}

export interface ResolvedPath {
  /** Absolute, normalised, links not followed. */
  readonly abs: string;
  /** Relative to the session's folder with `/`, or the absolute path when outside. */
  readonly rel: string;
  /** True when the path, with every link followed, is not inside the session's folder. */
  readonly outside: boolean;
  /** Absolute, every link followed, also for files that do not exist yet. */
  readonly real: string;
}

export interface FileStat {
  readonly kind: "file" | "directory" | "other";
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number;
  readonly mode: number;
}

export interface DirEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
}

export interface WriteEntry {
  /** Relative to the session's folder, or absolute. */
  readonly path: string;
  /** Text or bytes, written as given; null deletes the file. */
  readonly content: string | Uint8Array | null;
  /** The `version` the file must still have; null: it must not exist. A mismatch writes nothing at all. */
  readonly expect?: string | null;
  /** A ready diff, when the caller has one; otherwise the workspace makes it. */
  readonly change?: Pick<FileChange, "patch" | "added" | "removed">;
}

/** Text file access through an editor that holds unsaved buffers (ACP `fs/*`). */
export interface ClientFiles {
  readText(abs: string, signal?: AbortSignal): Promise<string>;
  writeText(abs: string, content: string, signal?: AbortSignal): Promise<void>;
}

/** A refusal by the workspace. `message` is a text for the model. */
export type WorkspaceErrorCode = "not_found" | "conflict" | "unsupported" | "too_large" | "denied" | "failed";

/** Files of one session: paths, reads, one lock per real path, atomic writes with an undo journal. */
export interface Workspace {
  /** The session's folder, absolute. */
  readonly root: string;
  resolve(path: string): ResolvedPath;
  readBytes(path: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** The whole text, BOM included. Refuses bytes that are not UTF-8 and files with NUL. */
  readText(path: string, signal?: AbortSignal): Promise<string>;
  /** Lines `from`..`to`, 1-based and inclusive, read as a stream. */
  readLines(path: string, from: number, to: number, signal?: AbortSignal): Promise<LineRange>;
  /** Null when there is no such file. Follows links. */
  stat(path: string): Promise<FileStat | null>;
  list(path: string): Promise<DirEntry[]>;
  /** Changes whenever the file's content may have changed; null when there is no such file. */
  version(path: string): Promise<string | null>;
  /** Runs `fn` while this process holds all `paths`, by real path and in a fixed order. Re-entrant. */
  lock<T>(paths: readonly string[], fn: () => Promise<T>): Promise<T>;
  /** One transaction: all files are written or none. Journalled under `callId` for undo. */
  write(
    entries: readonly WriteEntry[],
    options?: { readonly callId?: string; readonly signal?: AbortSignal },
  ): Promise<FileChange[]>;
}

export interface LineRange {
  /** The lines with their own line ends, as they are in the file. */
  readonly text: string;
  /** First and last line really given, 1-based; both 0 when there is none. */
  readonly from: number;
  readonly to: number;
  /** Lines in the whole file when the end was reached, else undefined. */
  readonly total?: number;
  /** True when the last line of the file was included and it ends in a line end. */
  readonly finalNewline: boolean;
}

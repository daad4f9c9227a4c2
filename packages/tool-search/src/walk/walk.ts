import type { Rules } from "../ignore/rules.js";
import { withSlash } from "../ignore/find-scope.js";
import { readFolder } from "./read-folder.js";
import type { WalkCache } from "./walk-cache.js";

/** One folder as the walk found it. Names are sorted by code unit and hold no ignored ones. */
export interface WalkedFolder {
  /** Relative to the walk's root, with `/` and a final `/`; empty for the root itself. */
  readonly path: string;
  /** Regular files. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Symbolic links, which are never followed. */
  readonly links: readonly string[];
  /** Pipes, sockets and devices, which are never opened. */
  readonly others: readonly string[];
  /** Left out because of a rule; folders with a final `/`. */
  readonly ignored: readonly string[];
}

export interface WalkOptions {
  /** Real, absolute, with `/`. */
  readonly root: string;
  /** What holds around the root, from `findScope`. */
  readonly rules: Rules;
  readonly signal: AbortSignal;
  /** Folders further down are named and not entered. 1 = the root's own entries. Default: no bound. */
  readonly depth?: number;
  /** Entries after which the walk stops. */
  readonly maxEntries: number;
  readonly cache?: WalkCache;
  /** Called once for each folder, in no order. */
  onFolder(folder: WalkedFolder): void;
}

export interface WalkEnd {
  /** False when `maxEntries` ended the walk early. */
  readonly complete: boolean;
  /** Folders that could not be read. */
  readonly unreadable: number;
}

/** Folders read at the same time; the work waits for the disk, not for this thread. */
const PARALLEL = 16;

/**
 * Visits a folder and everything below that no ignore file leaves out. Links are not followed, so there are no loops.
 * Only the names of folders still to be visited are kept. Throws the signal's reason when aborted.
 */
export async function walk(options: WalkOptions): Promise<WalkEnd> {
  const { signal, cache } = options;
  const root = withSlash(options.root);
  const pending: { path: string; rules: Rules; depth: number }[] = [
    { path: "", rules: options.rules, depth: 1 },
  ];
  let entries = 0;
  let unreadable = 0;
  let stopped = false;
  let dropped = false;

  const visit = async (path: string, outer: Rules, depth: number): Promise<void> => {
    const read = await (cache ?? { read: readFolder }).read(root, path, outer);
    if (read === undefined) {
      unreadable += 1;
      return;
    }
    signal.throwIfAborted();
    if (stopped) {
      dropped = true;
      return;
    }
    const { folder, rules } = read;
    entries += folder.files.length + folder.folders.length + folder.links.length + folder.others.length;
    options.onFolder(folder);
    if (entries >= options.maxEntries) stopped = true;
    if (depth >= (options.depth ?? Number.POSITIVE_INFINITY)) return;
    for (const name of folder.folders) pending.push({ path: `${path}${name}/`, rules, depth: depth + 1 });
  };

  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    let running = 0;
    let failed = false;
    const fail = (error: unknown): void => {
      failed = true;
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const fill = (): void => {
      for (;;) {
        const next = failed || stopped || running >= PARALLEL ? undefined : pending.pop();
        if (next === undefined) break;
        running += 1;
        visit(next.path, next.rules, next.depth).then(() => {
          running -= 1;
          fill();
        }, fail);
      }
      if (!failed && running === 0) resolve();
    };
    fill();
  });
  return { complete: !stopped || (pending.length === 0 && !dropped), unreadable };
}

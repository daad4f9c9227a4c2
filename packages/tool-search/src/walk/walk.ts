import type { Rules } from "../ignore/rules.js";
import { withSlash } from "../path/slashes.js";
import { readCached } from "./read-cached.js";
import { readFolder } from "./read-folder.js";
import { takeTurns } from "./take-turns.js";
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

/**
 * Visits a folder and everything below that no ignore file leaves out. Links are not followed, so there are no loops.
 * Only the names of folders still to be visited are kept. Throws the signal's reason when aborted.
 */
export async function walk(options: WalkOptions): Promise<WalkEnd> {
  const { signal, maxEntries, cache, depth = Number.POSITIVE_INFINITY } = options;
  const root = withSlash(options.root);
  const pending = [{ path: "", rules: options.rules, level: 1 }];
  const turn = takeTurns(signal);
  let entries = 0;
  let unreadable = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const wait = turn();
    if (wait) await wait;
    if (entries >= maxEntries) return { complete: false, unreadable };
    const found = cache
      ? readCached(cache, root, next.path, next.rules)
      : readFolder(root, next.path, next.rules);
    if (found === undefined) {
      unreadable += 1;
      continue;
    }
    const { folder, rules } = found;
    entries += folder.files.length + folder.folders.length + folder.links.length + folder.others.length;
    options.onFolder(folder);
    if (next.level >= depth) continue;
    for (const name of folder.folders)
      pending.push({ path: `${next.path}${name}/`, rules, level: next.level + 1 });
  }
  return { complete: true, unreadable };
}

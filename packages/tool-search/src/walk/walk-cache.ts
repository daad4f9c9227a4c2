import { statSync } from "node:fs";
import { RULE_FILES, sameRules, type Rules } from "../ignore/rules.js";
import { readFolder, type ReadFolder } from "./read-folder.js";

/** Folder listings of earlier walks, used again while nothing in the folder has changed. */
export interface WalkCache {
  read(root: string, path: string, outer: Rules): ReadFolder | undefined;
}

interface Kept extends ReadFolder {
  readonly outer: Rules;
  readonly stamp: number;
  /** The folder's rule files with their stamps, as `stampOf` gives them. */
  readonly ruleStamps: readonly (readonly [path: string, stamp: number])[];
  readonly entries: number;
}

/** Milliseconds. A folder that changed more recently may change again without a new time stamp. */
const SETTLED = 100;

/**
 * A cache that holds at most `maxEntries` names. A listing is valid while the folder has the same modification time,
 * its rule files are the same, and the same rules come from above; a time stamp too fresh to tell is never trusted.
 */
export function createWalkCache(maxEntries: number): WalkCache {
  const kept = new Map<string, Kept>();
  let entries = 0;
  return {
    read(root, path, outer) {
      // One folder may be reached from several roots; its path below the root is part of the listing.
      const key = `${root}${path}`;
      const known = kept.get(key);
      if (known) {
        const same = known.stamp === stampOf(key) && sameRules(known.outer, outer);
        if (same && unchanged(known)) return under(known, path);
      }
      const started = Date.now();
      const fresh = readFolder(root, path, outer);
      if (fresh === undefined) return undefined;
      const stamp = stampOf(key);
      if (stamp === 0 || started - stamp < SETTLED) return fresh;
      const { folder } = fresh;
      const size =
        1 + folder.files.length + folder.folders.length + folder.links.length + folder.others.length;
      entries -= kept.get(key)?.entries ?? 0;
      kept.delete(key);
      if (entries + size > maxEntries) {
        kept.clear();
        entries = 0;
      }
      const ruleStamps =
        fresh.rules === outer
          ? []
          : [...RULE_FILES, ".git/info/exclude"].map(
              (name) => [`${key}${name}`, stampOf(`${key}${name}`)] as const,
            );
      kept.set(key, { ...fresh, outer, stamp, ruleStamps, entries: size });
      entries += size;
      return fresh;
    },
  };
}

function under(known: Kept, path: string): Kept {
  return known.folder.path === path ? known : { ...known, folder: { ...known.folder, path } };
}

function unchanged(known: Kept): boolean {
  return known.ruleStamps.every(([path, stamp]) => stampOf(path) === stamp);
}

/** The modification time in milliseconds with fractions; 0 when there is nothing. */
function stampOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}

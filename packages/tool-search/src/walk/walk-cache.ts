import { stat } from "node:fs";
import { RULE_FILES, sameRules, type Rules } from "../ignore/rules.js";
import { readFolder, type ReadFolder } from "./read-folder.js";

/** Folder listings of earlier walks, used again while nothing in the folder has changed. */
export interface WalkCache {
  read(root: string, path: string, outer: Rules): Promise<ReadFolder | undefined>;
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
    async read(root, path, outer) {
      const key = `${root}${path}`;
      const known = kept.get(key);
      const stamp = await stampOf(key);
      if (
        known &&
        known.stamp === stamp &&
        stamp > 0 &&
        sameRules(known.outer, outer) &&
        (await unchanged(known))
      )
        return known.folder.path === path ? known : { ...known, folder: { ...known.folder, path } };
      const started = Date.now();
      const fresh = await readFolder(root, path, outer);
      if (known) {
        kept.delete(key);
        entries -= known.entries;
      }
      if (fresh === undefined || stamp === 0 || started - stamp < SETTLED) return fresh;
      const { folder } = fresh;
      const size =
        1 + folder.files.length + folder.folders.length + folder.links.length + folder.others.length;
      if (entries + size > maxEntries) {
        kept.clear();
        entries = 0;
      }
      const ruleStamps =
        fresh.rules === outer
          ? []
          : await Promise.all(
              [...RULE_FILES, ".git/info/exclude"].map(
                async (name) => [`${key}${name}`, await stampOf(`${key}${name}`)] as const,
              ),
            );
      kept.set(key, { ...fresh, outer, stamp, ruleStamps, entries: size });
      entries += size;
      return fresh;
    },
  };
}

async function unchanged(known: Kept): Promise<boolean> {
  for (const [path, stamp] of known.ruleStamps) if ((await stampOf(path)) !== stamp) return false;
  return true;
}

/** The modification time in milliseconds with fractions; 0 when there is nothing. */
function stampOf(path: string): Promise<number> {
  return new Promise((resolve) => {
    stat(path, (error, found) => resolve(error ? 0 : found.mtimeMs));
  });
}

import { statSync } from "node:fs";
import { RULE_FILES, sameRules, type Rules } from "../ignore/rules.js";
import { readFolder, type ReadFolder } from "./read-folder.js";
import type { KeptFolder, WalkCache } from "./walk-cache.js";

/** Milliseconds. A folder that changed more recently may change again without a new time stamp. */
const SETTLED = 100;

/**
 * Reads a folder through a cache. A listing is valid while the folder has the same modification time, its rule files are
 * the same, and the same rules come from above; a time stamp too fresh to tell is never trusted.
 */
export function readCached(
  cache: WalkCache,
  root: string,
  path: string,
  outer: Rules,
): ReadFolder | undefined {
  const { kept } = cache;
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
  const size = 1 + folder.files.length + folder.folders.length + folder.links.length + folder.others.length;
  cache.names -= kept.get(key)?.names ?? 0;
  kept.delete(key);
  if (cache.names + size > cache.maxNames) {
    kept.clear();
    cache.names = 0;
  }
  const ruleStamps =
    fresh.rules === outer
      ? []
      : [...RULE_FILES, ".git/info/exclude"].map(
          (name) => [`${key}${name}`, stampOf(`${key}${name}`)] as const,
        );
  kept.set(key, { ...fresh, outer, stamp, ruleStamps, names: size });
  cache.names += size;
  return fresh;
}

function under(known: KeptFolder, path: string): KeptFolder {
  return known.folder.path === path ? known : { ...known, folder: { ...known.folder, path } };
}

function unchanged(known: KeptFolder): boolean {
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

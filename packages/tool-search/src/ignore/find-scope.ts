import { withSlash } from "../path/slashes.js";
import { lstatSync } from "node:fs";
import { posix } from "node:path";
import { enterFolder, isIgnored, NO_RULES, RULE_FILES, type Rules } from "./rules.js";

/** What holds in a searched folder because of the folders around it. */
export interface Scope {
  readonly rules: Rules;
  /**
   * True when ripgrep may read the folders around by itself: they give just these rules. Else a rule file stands above
   * the repository or the session's folder, or the searched folder is itself an ignored one.
   */
  readonly native: boolean;
  /** Whether the searched folder belongs to a git repository. */
  readonly repository: boolean;
}

/**
 * Collects the rules from around `folder` (real, absolute, with `/`). They begin at the top of its repository; outside
 * of one at `home`, the session's folder, so that a dotfiles rule `*` in a home folder hides nothing. A folder that is
 * ignored itself was asked for by name: there the rules around it do not count.
 */
export function findScope(folder: string, home: string): Scope {
  const around: { path: string; names: ReadonlySet<string> }[] = [];
  let top: number | undefined;
  const own = namesIn(folder);
  if (own.has(".git")) top = 0;
  for (let path = posix.dirname(folder); ; path = posix.dirname(path)) {
    if (path === folder) break;
    const names = namesIn(path);
    around.push({ path, names });
    if (names.has(".git")) top ??= around.length;
    if (path === posix.dirname(path)) break;
  }
  top ??= folder === home || !folder.startsWith(withSlash(home)) ? 0 : depthBelow(folder, home);
  const repository = top === 0 ? own.has(".git") : around[top - 1]?.names.has(".git") === true;
  const foreign = around.slice(top).some(({ names }) => {
    const files = repository ? RULE_FILES.filter((name) => name !== ".gitignore") : RULE_FILES;
    return files.some((name) => names.has(name));
  });

  let rules = NO_RULES;
  for (const { path, names } of around.slice(0, top).toReversed()) {
    rules = enterFolder(rules, withSlash(path), names);
    const next = withSlash(path).length;
    const end = folder.indexOf("/", next);
    const child = end < 0 ? folder : folder.slice(0, end);
    if (isIgnored(rules, child, child.slice(next), true))
      return { rules: NO_RULES, native: false, repository };
  }
  return { rules, native: !foreign, repository };
}

function depthBelow(folder: string, home: string): number {
  return folder.slice(withSlash(home).length).split("/").length;
}

/** Those of the names that matter here; the folder itself may have a million others. */
export function namesIn(path: string): ReadonlySet<string> {
  const names = [...RULE_FILES, ".git"];
  return new Set(names.filter((name) => exists(`${withSlash(path)}${name}`)));
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

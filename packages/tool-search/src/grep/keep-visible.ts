import { enterFolder, isIgnored, type Rules } from "../ignore/rules.js";
import { namesIn } from "../ignore/find-scope.js";
import { withSlash } from "../path/slashes.js";
import { takeTurns } from "../walk/take-turns.js";
import type { CountedFile, SearchJob } from "./types.js";

/**
 * Keeps the files that the walk would have shown and that `include` wants. ripgrep versions differ in the corners of
 * the ignore rules (worktrees, rules from above); with this they all give what our own walk gives.
 */
export async function keepVisible(job: SearchJob, files: readonly CountedFile[]): Promise<CountedFile[]> {
  const { include, root, prefix } = job;
  const base = withSlash(root);
  const known = new Map<string, Rules | undefined>();

  /** The rules inside a folder (relative, final `/`); undefined when the folder is ignored. */
  const rulesIn = (folder: string): Rules | undefined => {
    if (known.has(folder)) return known.get(folder);
    const outer = outside(folder);
    const rules = outer && enterFolder(outer, `${base}${folder}`, namesIn(`${base}${folder}`));
    known.set(folder, rules);
    return rules;
  };
  const outside = (folder: string): Rules | undefined => {
    if (folder === "") return job.scope.rules;
    const parent = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
    const rules = rulesIn(parent);
    const name = folder.slice(parent.length, -1);
    return rules && !isIgnored(rules, `${base}${folder.slice(0, -1)}`, name, true) ? rules : undefined;
  };

  const kept: CountedFile[] = [];
  const turn = takeTurns(job.signal);
  for (const file of files) {
    const wait = turn();
    if (wait) await wait;
    const { path } = file;
    if (include && !include.test.matches(path, `${prefix}${path}`)) continue;
    const split = path.lastIndexOf("/") + 1;
    const rules = rulesIn(path.slice(0, split));
    if (rules && !isIgnored(rules, `${base}${path}`, path.slice(split), false)) kept.push(file);
  }
  return kept;
}

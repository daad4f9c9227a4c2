import { lstat } from "node:fs/promises";
import { enterFolder, isIgnored, RULE_FILES, type Rules } from "../ignore/rules.js";
import { withSlash } from "../ignore/find-scope.js";
import type { CountedFile, SearchJob } from "./types.js";

/** Folders looked into at the same time. */
const PARALLEL = 32;

/**
 * Keeps the files that the walk would have shown and that `include` wants. ripgrep versions differ in the corners of
 * the ignore rules (worktrees, rules from above); with this they all give what our own walk gives.
 */
export async function keepVisible(job: SearchJob, files: readonly CountedFile[]): Promise<CountedFile[]> {
  const { include, root, prefix } = job;
  const wanted = include ? files.filter(({ path }) => include.test.matches(path, `${prefix}${path}`)) : files;
  const base = withSlash(root);
  const known = new Map<string, Promise<Rules | undefined>>();

  /** The rules inside a folder (relative, final `/`); undefined when the folder is ignored. */
  const rulesIn = (folder: string): Promise<Rules | undefined> => {
    const kept = known.get(folder);
    if (kept) return kept;
    const made = enter(folder);
    known.set(folder, made);
    return made;
  };
  const enter = async (folder: string): Promise<Rules | undefined> => {
    let outer: Rules | undefined = job.scope.rules;
    if (folder !== "") {
      const parent = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
      outer = await rulesIn(parent);
      const name = folder.slice(parent.length, -1);
      if (outer === undefined || isIgnored(outer, `${base}${folder.slice(0, -1)}`, name, true))
        return undefined;
    }
    const names = await Promise.all(
      [...RULE_FILES, ".git"].map(async (name) =>
        (await lstat(`${base}${folder}${name}`).catch(() => undefined)) ? name : "",
      ),
    );
    return enterFolder(outer, `${base}${folder}`, new Set(names));
  };

  const kept: CountedFile[] = [];
  for (let at = 0; at < wanted.length; at += PARALLEL) {
    job.signal.throwIfAborted();
    await Promise.all(
      wanted.slice(at, at + PARALLEL).map(async (file) => {
        const { path } = file;
        const split = path.lastIndexOf("/") + 1;
        const rules = await rulesIn(path.slice(0, split));
        if (rules && !isIgnored(rules, `${base}${path}`, path.slice(split), false)) kept.push(file);
      }),
    );
  }
  return kept;
}

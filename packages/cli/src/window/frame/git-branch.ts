import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The branch that the folder's repository stands on, else the beginning of its commit; undefined outside of one. */
export function gitBranch(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const head = headOf(join(at, ".git"));
    if (head !== undefined) return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 8);
    if (at === dirname(at)) return undefined;
  }
}

function headOf(path: string): string | undefined {
  try {
    // In a worktree and a submodule, `.git` is a file that names the folder.
    const folder = statSync(path).isFile()
      ? resolve(dirname(path), /^gitdir: (.+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? "")
      : path;
    return readFileSync(join(folder, "HEAD"), "utf8").trim();
  } catch {
    return undefined;
  }
}

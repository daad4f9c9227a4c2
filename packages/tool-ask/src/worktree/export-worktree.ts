import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { describeError } from "@mm-agent/core";
import { git } from "./git.js";
import type { Worktree } from "./open-worktree.js";

/** What became of a work tree after the agent has ended; `text` tells the model where its change is. */
export interface Exported {
  readonly text: string;
  readonly branch?: string;
  readonly patch?: string;
  /** The folder, when it had to stay. */
  readonly kept?: string;
}

/**
 * Puts everything the agent changed on the branch and into a patch. The folder goes only when nothing is lost with it: no
 * change, or all of it exported. Files that git ignores, and repositories within, keep it.
 */
export async function exportWorktree(
  tree: Worktree,
  subject: string,
  env: Readonly<Record<string, string>>,
  maxPatch: number,
): Promise<Exported> {
  // Without its .git file the folder must not be taken for a part of a repository around it.
  const inside = { ...env, GIT_CEILING_DIRECTORIES: dirname(tree.folder) };
  const run = (args: readonly string[]) => git(tree.folder, args, { env: inside });
  const stay = (why: string): Exported => ({
    kept: tree.folder,
    branch: tree.branch,
    text: `[the agent's change could not be exported: ${why}; everything is in ${tree.folder}, branch ${tree.branch}]`,
  });
  const staged = await run(["add", "-A"]);
  if (!staged.ok) return stay(`git add: ${staged.text}`);
  const dirty = await run(["status", "--porcelain"]);
  if (!dirty.ok) return stay(`git status: ${dirty.text}`);
  if (dirty.text.trim() !== "") {
    const author = ["-c", "user.name=mm", "-c", "user.email=mm@localhost"];
    const message =
      subject
        .replaceAll(/[\s\p{Cc}]+/gu, " ")
        .trim()
        .slice(0, 72) || "change";
    const committed = await run([...author, "commit", "--no-verify", "-q", "-m", message]);
    if (!committed.ok) return stay(`git commit: ${committed.text}`);
  }
  const head = await run(["rev-parse", "HEAD"]);
  const tip = await run(["rev-parse", "--verify", `refs/heads/${tree.branch}`]);
  if (!head.ok) return stay(`git rev-parse: ${head.text}`);
  let { branch } = tree;
  if (!tip.ok || tip.text !== head.text) {
    // The agent went to another branch or to none: what it ended with gets a name, and the first one stays as it is.
    branch = `${tree.branch}-end`;
    const named = await run(["branch", branch, head.text.trim()]);
    if (!named.ok) return stay(`git branch: ${named.text}`);
  }
  const extra = await leftovers(run);
  if (head.text.trim() === tree.base) {
    if (extra.length > 0)
      return keepFor(extra, tree, `[${tree.branch}: nothing was committed or changed that git tracks`);
    const removed = await remove(tree, env, true);
    return { text: "[the agent changed nothing]", ...(removed ? {} : { kept: tree.folder }) };
  }
  // git writes the file itself: not all text is UTF-8, and a patch may be longer than a string should be.
  const diff = await run([...DIFF, "-p", "--binary", `--output=${tree.patch}`, tree.base, "HEAD"]);
  if (!diff.ok) return stay(`git diff: ${diff.text}`);
  const shown = await showPatch(tree.patch, maxPatch).catch(describeError);
  const stat = await run([...DIFF, "--stat", "--stat-count=20", tree.base, "HEAD"]);
  const about = [
    `[the agent's change is on the branch ${branch} and in ${tree.patch}: git merge ${branch}, or git apply --3way ${tree.patch}]`,
    ...(tree.left > 0
      ? [`[it began with the last commit; ${tree.left} uncommitted changes of your folder were not in it]`]
      : []),
    ...(stat.ok ? [stat.text.trimEnd()] : []),
    shown,
  ].join("\n");
  const known = { branch, patch: tree.patch };
  if (extra.length > 0) return { ...known, ...keepFor(extra, tree, about) };
  const removed = await remove(tree, env, false);
  return { ...known, text: about, ...(removed ? {} : { kept: tree.folder }) };
}

function keepFor(extra: readonly string[], tree: Worktree, before: string): Exported {
  const names = extra.slice(0, 5).join(", ");
  const more = extra.length > 5 ? ` and ${extra.length - 5} more` : "";
  return {
    kept: tree.folder,
    branch: tree.branch,
    text: `${before}\n[the folder ${tree.folder} stays, because git does not keep ${names}${more}; git worktree remove --force takes it away]`,
  };
}

/** A patch as `git apply` wants it, whatever the person's configuration makes of `git diff`. */
const DIFF = ["diff-tree", "-r", "--no-color", "--no-ext-diff", "--no-textconv"];

/** The first lines of a patch, at most `max` characters, and how much follows. */
async function showPatch(path: string, max: number): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // A character takes three bytes at most.
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(size, 3 * max)) });
    const text = buffer.toString("utf8", 0, bytesRead);
    if (bytesRead === size && text.length <= max) return text.trimEnd();
    const shown = text.slice(0, text.lastIndexOf("\n", max) + 1);
    return `${shown}[... cut: ${size} bytes in all — the whole patch is in ${path} ...]`;
  } finally {
    await file.close();
  }
}

type Run = (args: readonly string[]) => ReturnType<typeof git>;

/** What the commit does not hold: ignored files, and repositories that git only notes the commit of. */
async function leftovers(run: Run): Promise<string[]> {
  const ignored = await run(["status", "--porcelain", "--ignored", "--untracked-files=normal"]);
  const links = await run(["ls-files", "--stage"]);
  if (!ignored.ok || !links.ok) return ["what could not be listed"];
  const files = ignored.text.split("\n").filter((line) => line.startsWith("!! "));
  const inner = links.text.split("\n").filter((line) => line.startsWith("160000 "));
  return [...files.map((line) => line.slice(3)), ...inner.map((line) => line.split("\t").at(-1) ?? "")];
}

/** Takes the folder away without force: git refuses when something would be lost. */
async function remove(
  tree: Worktree,
  env: Readonly<Record<string, string>>,
  branchToo: boolean,
): Promise<boolean> {
  const run = (args: readonly string[]) => git(tree.home, args, { env });
  const removed = await run(["worktree", "remove", tree.folder]);
  if (removed.ok && branchToo) await run(["branch", "-d", tree.branch]);
  return removed.ok;
}

import { writeFile } from "node:fs/promises";
import { boundText } from "@mm-agent/core";
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
  const run = (args: readonly string[]) => git(tree.folder, args, { env });
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
    const message = subject.split("\n", 1)[0]?.slice(0, 72) || "change";
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
  const diff = await run(["diff", "--binary", "--no-ext-diff", "--no-textconv", tree.base, "HEAD"]);
  if (!diff.ok) return stay(`git diff: ${diff.text}`);
  const extra = await leftovers(run);
  if (diff.text === "" && head.text.trim() === tree.base) {
    if (extra.length > 0)
      return keepFor(extra, tree, `[${tree.branch}: nothing was committed or changed that git tracks`);
    const removed = await remove(tree, env, true);
    return { text: "[the agent changed nothing]", ...(removed ? {} : { kept: tree.folder }) };
  }
  await writeFile(tree.patch, diff.text, { mode: 0o600 });
  const stat = await run(["diff", "--stat", "--no-ext-diff", "--no-textconv", tree.base, "HEAD"]);
  const about = [
    `[the agent's change is on the branch ${branch} and in ${tree.patch}: git merge ${branch}, or git apply --3way ${tree.patch}]`,
    ...(tree.left > 0
      ? [`[it began with the last commit; ${tree.left} uncommitted changes of your folder were not in it]`]
      : []),
    ...(stat.ok ? [stat.text.trimEnd()] : []),
    boundText(diff.text.trimEnd(), maxPatch, "end", `the whole patch is in ${tree.patch}`),
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

type Run = (args: readonly string[]) => ReturnType<typeof git>;

/** What the commit does not hold: ignored files, and repositories that git only notes the commit of. */
async function leftovers(run: Run): Promise<string[]> {
  const ignored = await run(["status", "--porcelain", "--ignored"]);
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

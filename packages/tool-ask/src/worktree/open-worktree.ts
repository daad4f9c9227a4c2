import { createHash, randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { describeError } from "@mm-agent/core";
import { git } from "./git.js";

/** A work tree of its own for one question. */
export interface Worktree {
  /** Its top folder, and the folder in it that stands for the session's. */
  readonly folder: string;
  readonly cwd: string;
  readonly branch: string;
  /** The commit it began with. */
  readonly base: string;
  /** Changes of the session's folder that are not committed, and so are not in it. */
  readonly left: number;
  /** The session's own work tree. */
  readonly home: string;
  /** Where the patch goes. */
  readonly patch: string;
}

type Env = Readonly<Record<string, string>>;
export type OpenedWorktree =
  | { readonly ok: true; readonly worktree: Worktree }
  | { readonly ok: false; readonly reason: string };

let last: Promise<unknown> = Promise.resolve();

/** Makes a work tree from the last commit, in the state folder, on a branch of its own. One at a time: git locks. */
export function openWorktree(
  cwd: string,
  agent: string,
  env: Env,
  signal: AbortSignal,
): Promise<OpenedWorktree> {
  const opened = last.then(() => open(cwd, agent, env, signal));
  last = opened.catch(() => {});
  return opened;
}

async function open(cwd: string, agent: string, env: Env, signal: AbortSignal): Promise<OpenedWorktree> {
  const run = (args: readonly string[]) => git(cwd, args, { env, signal });
  const top = await run(["rev-parse", "--show-toplevel"]);
  if (!top.ok) {
    const why = top.text === "git is not installed" ? top.text : `${cwd} is in no git repository`;
    return {
      ok: false,
      reason: `isolation "worktree" is not possible, ${why} — ask without isolation, or run git init and commit first`,
    };
  }
  const base = await run(["rev-parse", "--verify", "HEAD^{commit}"]);
  if (!base.ok)
    return {
      ok: false,
      reason: `isolation "worktree" is not possible, the repository has no commit yet — commit first, or ask without isolation`,
    };
  const prefix = await run(["rev-parse", "--show-prefix"]);
  const status = await run(["status", "--porcelain", "--untracked-files=normal"]);
  const home = top.text.replace(/\n$/, "");
  const id = randomBytes(4).toString("hex");
  const name = `${agent.replaceAll(/[^\w-]+/g, "-")}-${id}`;
  const store = join(
    stateFolder(env),
    "worktrees",
    createHash("sha256").update(home).digest("hex").slice(0, 16),
  );
  const folder = join(store, name);
  const branch = `mm/${name}`;
  try {
    await mkdir(store, { recursive: true, mode: 0o700 });
  } catch (error) {
    return { ok: false, reason: `isolation "worktree" is not possible: ${describeError(error)}` };
  }
  const added = await run(["worktree", "add", "-b", branch, folder, base.text.trim()]);
  if (!added.ok) return { ok: false, reason: `git worktree add: ${added.text}` };
  const inner = join(folder, prefix.ok ? prefix.text.replace(/\n$/, "") : "");
  // The session's folder may hold nothing that is committed.
  await mkdir(inner, { recursive: true }).catch(() => {});
  return {
    ok: true,
    worktree: {
      folder,
      cwd: inner,
      branch,
      base: base.text.trim(),
      left: status.ok ? status.text.split("\n").filter((line) => line !== "").length : 0,
      home,
      patch: join(store, `${name}.patch`),
    },
  };
}

/** The state folder of mm, by the same rule as everything it keeps. */
function stateFolder(env: Env): string {
  const { XDG_STATE_HOME: given, HOME: home } = env;
  const base = given !== undefined && isAbsolute(given) ? given : join(home || homedir(), ".local", "state");
  return join(base, "mm");
}

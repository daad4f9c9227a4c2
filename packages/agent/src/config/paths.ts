import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

// The XDG specification tells readers to ignore a relative path in these variables.
function base(env: Env, name: string, fallback: string): string {
  const value = env[name];
  return value !== undefined && isAbsolute(value) ? value : join(env["HOME"] || homedir(), fallback);
}

/** The folder of the user's config: `$XDG_CONFIG_HOME/mm`, else `~/.config/mm`. */
export function configDir(env: Env): string {
  return join(base(env, "XDG_CONFIG_HOME", ".config"), "mm");
}

/** The folder of everything mm remembers: `$XDG_STATE_HOME/mm`, else `~/.local/state/mm`. */
export function stateDir(env: Env): string {
  return join(base(env, "XDG_STATE_HOME", join(".local", "state")), "mm");
}

/** The files and folders inside the state folder. */
export function statePaths(env: Env) {
  const root = stateDir(env);
  return {
    root,
    sessions: (key: string) => join(root, "sessions", key),
    permissions: join(root, "permissions.json"),
    trust: join(root, "trust.json"),
    keys: join(root, "keys.json"),
    undo: join(root, "undo"),
    log: join(root, "log"),
  };
}

/** Creates a folder (and its parents) that only its owner may enter. */
export function ensurePrivateDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
}

/** The real path, or the absolute one where the path does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

/**
 * The nearest folder at or above `dir` that git would take as the top of a work tree; undefined when there is none.
 * Worktrees and submodules, where `.git` is a file, count as their own root.
 */
export function findGitRoot(dir: string): string | undefined {
  let at = realPath(dir);
  for (;;) {
    if (isGitEntry(join(at, ".git"))) return at;
    const up = dirname(at);
    if (up === at) return undefined;
    at = up;
  }
}

function isGitEntry(path: string): boolean {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return statSync(join(path, "HEAD")).isFile();
    return stat.isFile() && stat.size < 65_536 && readFileSync(path, "utf8").startsWith("gitdir:");
  } catch {
    return false;
  }
}

/** The folder that sessions, trust and the project config belong to: the git root, else `cwd`; a real path. */
export function projectRoot(cwd: string): string {
  return findGitRoot(cwd) ?? realPath(cwd);
}

/** The name of a project's session folder: 16 hex digits of the SHA-256 of its real path. */
export function sessionKey(cwd: string): string {
  return createHash("sha256").update(projectRoot(cwd)).digest("hex").slice(0, 16);
}

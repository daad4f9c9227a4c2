import { execFile } from "node:child_process";

export interface GitOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Milliseconds. Default 60,000. */
  readonly ms?: number;
}

export type GitResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly text: string };

/** Nothing that a repository configures may run a program of its own here. */
const SAFE = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "commit.gpgsign=false"];
const MOST_BYTES = 64 * 1024 * 1024;

/** Runs git in a folder. `text` is its output, or why it failed. Never throws. */
export function git(cwd: string, args: readonly string[], options: GitOptions): Promise<GitResult> {
  const { env, signal, ms = 60_000 } = options;
  return new Promise((resolve) => {
    execFile(
      "git",
      [...SAFE, ...args],
      {
        cwd,
        env: { ...clean(env), GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
        timeout: ms,
        maxBuffer: MOST_BYTES,
        ...(signal ? { signal } : {}),
      },
      (error, stdout, stderr) => {
        if (!error) resolve({ ok: true, text: stdout });
        else {
          const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
          const said = stderr.trim().split("\n").at(-1) ?? "";
          resolve({ ok: false, text: missing ? "git is not installed" : said || error.message });
        }
      },
    );
  });
}

/** Variables of a hook or an outer git would lead to another repository than the folder's. */
function clean(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|COMMON_DIR|PREFIX)$/.test(name),
    ),
  );
}

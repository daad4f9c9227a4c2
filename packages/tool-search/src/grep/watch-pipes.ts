import { statSync } from "node:fs";
import { posix } from "node:path";
import { RULE_FILES } from "../ignore/rules.js";
import { withSlash } from "../path/slashes.js";
import { walk } from "../walk/walk.js";
import type { SearchJob } from "./types.js";

/** Milliseconds. Most searches are over by then; one that waits for a pipe never is. */
const PATIENCE = 500;

const NAMES = [...RULE_FILES, ".git/info/exclude"];

/** Why a run of ripgrep was ended. */
export const BLOCKED = new Error("an ignore file is a pipe or a device");

/**
 * Whether an ignore file in the folder or above it is a pipe or a device, from which ripgrep would read without end.
 * `folder` is absolute, with `/`.
 */
export function hasPipeAround(folder: string): boolean {
  for (let path = folder; ; path = posix.dirname(path)) {
    if (NAMES.some((name) => isPipe(`${withSlash(path)}${name}`))) return true;
    if (path === posix.dirname(path)) return false;
  }
}

/**
 * Looks for such an ignore file below the job's root once the search takes long. The signal is aborted with `BLOCKED`
 * when there is one, and with the job's own signal.
 */
export function watchPipes(job: SearchJob): { readonly signal: AbortSignal; end(): void } {
  const stop = new AbortController();
  const ended = new AbortController();
  const look = (): void => {
    walk({
      root: job.root,
      rules: job.scope.rules,
      signal: AbortSignal.any([job.signal, stop.signal, ended.signal]),
      maxEntries: Number.POSITIVE_INFINITY,
      onFolder({ path, links, others, ignored }) {
        const base = `${withSlash(job.root)}${path}`;
        const here = [...links, ...others, ...ignored].filter((name) => RULE_FILES.includes(name));
        if ([...here, ".git/info/exclude"].some((name) => isPipe(`${base}${name}`))) stop.abort(BLOCKED);
      },
    }).catch(() => {});
  };
  const timer = setTimeout(look, PATIENCE);
  return {
    signal: AbortSignal.any([job.signal, stop.signal]),
    end() {
      clearTimeout(timer);
      ended.abort();
    },
  };
}

function isPipe(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && !found.isFile() && !found.isDirectory();
  } catch {
    return false;
  }
}

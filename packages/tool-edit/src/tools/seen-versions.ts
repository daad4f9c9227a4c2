import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Workspace } from "@mm-agent/core";

/** What a session knows of the files it has read or written, by real path: a link and its target are one file. */
export interface SeenVersions {
  /** Call it before the content is read: what changes in between then counts as changed. */
  note(workspace: Workspace, path: string): Promise<void>;
  /** True when the file has been read or written in this session and is not the same any more. */
  changed(workspace: Workspace, path: string): Promise<boolean>;
}

/** Said in the headline of an edit or a write. */
export const CHANGED_NOTE = "the file changed since it was last read";

export function createSeenVersions(): SeenVersions {
  const seen = new Map<string, string | null>();
  return {
    async note(workspace, path) {
      seen.set(await realPathOf(workspace.resolve(path).abs), await workspace.version(path));
    },
    async changed(workspace, path) {
      const real = await realPathOf(workspace.resolve(path).abs);
      return seen.has(real) && seen.get(real) !== (await workspace.version(path));
    },
  };
}

/** Every link followed, as far as the path exists. */
async function realPathOf(abs: string): Promise<string> {
  try {
    return await realpath(abs);
  } catch {
    const folder = dirname(abs);
    return folder === abs ? abs : join(await realPathOf(folder), basename(abs));
  }
}

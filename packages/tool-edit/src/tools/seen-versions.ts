import type { Workspace } from "@mm-agent/core";

/** What a session knows of the files it has read or written, by absolute path. */
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
      seen.set(workspace.resolve(path).abs, await workspace.version(path));
    },
    async changed(workspace, path) {
      const { abs } = workspace.resolve(path);
      return seen.has(abs) && seen.get(abs) !== (await workspace.version(path));
    },
  };
}

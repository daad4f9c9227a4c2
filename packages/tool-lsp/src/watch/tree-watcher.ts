import { watch, type FSWatcher } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileEvent } from "../server/registrations.js";

/** Folders whose files no server is asked about; their changes are dependency installs and build output. */
const SKIPPED = new Set([
  "node_modules",
  ".git",
  ".hg",
  ".svn",
  ".cache",
  "__pycache__",
  ".venv",
  "venv",
  ".turbo",
  ".next",
]);

export interface TreeWatcher {
  /** Files below the root, as far as they are known now. */
  files(): ReadonlySet<string>;
  /** Resolves when everything that happened before the call has been reported. */
  settle(): Promise<void>;
  close(): void;
}

/**
 * Follows the files below a folder through one watch per folder. (Node's recursive watch puts one on every file on
 * Linux.) Beyond `maxFolders` the rest is not followed: open files are compared before every request anyway.
 */
export function watchTree(
  root: string,
  report: (path: string, event: FileEvent) => void,
  maxFolders = 3000,
): TreeWatcher {
  const watchers = new Map<string, FSWatcher>();
  const seen = new Set<string>();
  const files = new Set<string>();
  let pending: Promise<void> = Promise.resolve();
  let closed = false;

  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
    seen.delete(folder);
  };

  const look = async (folder: string, name: string): Promise<void> => {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (closed) return;
    if (!found) {
      forget(path);
      if (files.delete(path)) report(path, "deleted");
      for (const file of files)
        if (file.startsWith(`${path}/`) && files.delete(file)) report(file, "deleted");
    } else if (found.isDirectory()) {
      if (!seen.has(path) && !SKIPPED.has(name)) await walk(path, true);
    } else if (found.isFile()) {
      const event = files.has(path) ? "changed" : "created";
      files.add(path);
      report(path, event);
    }
  };

  const walk = async (folder: string, fresh: boolean): Promise<void> => {
    if (closed || seen.has(folder) || seen.size >= maxFolders) return;
    seen.add(folder);
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name !== null) pending = Promise.all([pending, look(folder, name)]).then(() => undefined);
      });
      watcher.on("error", () => forget(folder));
      watchers.set(folder, watcher);
    } catch {
      // The system has no watches left: the files are still listed.
    }
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const folders: string[] = [];
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) folders.push(path);
      } else if (entry.isFile()) {
        if (fresh && !files.has(path)) report(path, "created");
        files.add(path);
      }
    }
    for (const path of folders) await walk(path, fresh);
  };

  pending = walk(root, false);
  return {
    files: () => files,
    async settle() {
      // The kernel has queued the events; one turn of the loop hands them over.
      await new Promise((done) => setImmediate(done));
      await new Promise((done) => setImmediate(done));
      for (let seen: Promise<void> | undefined; seen !== pending;) {
        seen = pending;
        await seen;
      }
    },
    close() {
      closed = true;
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

import { lstat, readdir } from "node:fs/promises";
import { join, resolve as absolute } from "node:path";
import { createClientView } from "./client-text.js";
import { explain, WorkspaceError } from "./error.js";
import { createJournal } from "./journal.js";
import { lockKeys } from "./lock-keys.js";
import { withLocks } from "./lock.js";
import type { WriteTarget } from "./prepare-write.js";
import { linesOf, readLines } from "./read-lines.js";
import { decodeText, readBytes } from "./read-text.js";
import { resolvePath } from "./resolve-path.js";
import { statOrNull } from "./stat-or-null.js";
import type { ClientFiles, DirEntry, FileStat, Workspace } from "./types.js";
import { versionOf } from "./version.js";
import { transact } from "./write.js";

export interface WorkspaceOptions {
  /** The session's folder. */
  readonly root: string;
  /** Folder for the undo journal and for locks between processes. Nothing is journalled without `sessionId`. */
  readonly stateDir?: string | undefined;
  readonly sessionId?: string | undefined;
  /** Text goes through the editor; stat, list, bytes and whatever is not text stay on disk. */
  readonly files?: ClientFiles | undefined;
  /** True: what lies outside `root`, links followed, is refused. Default false. */
  readonly confine?: boolean | undefined;
  /** Told when a write could not be journalled; the write itself goes on. */
  readonly warn?: ((text: string) => void) | undefined;
  /** Whether names that differ in case only are one file. Default: true on macOS and Windows. */
  readonly caseInsensitive?: boolean | undefined;
}

/** Bytes; a larger file's lines are read from disk even when an editor serves texts. */
const CLIENT_LINES = 16n * 1024n * 1024n;

/** The files of one session. See `Workspace` for what each function promises. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const root = absolute(options.root);
  const caseInsensitive =
    options.caseInsensitive ?? (process.platform === "darwin" || process.platform === "win32");
  const client = options.files ? createClientView(options.files) : undefined;
  const lockDir = options.stateDir === undefined ? undefined : join(options.stateDir, "locks");
  const journal =
    options.stateDir !== undefined && options.sessionId !== undefined
      ? createJournal({ stateDir: options.stateDir, sessionId: options.sessionId })
      : undefined;

  const target = (path: string): WriteTarget => {
    const found = resolvePath(root, path, caseInsensitive);
    if (found.outside && options.confine) {
      const text = `${found.abs} is outside the project folder ${root}; only files inside it may be used`;
      throw new WorkspaceError("denied", found.abs, text);
    }
    return { abs: found.abs, real: found.real, shown: found.rel };
  };
  const keys = (paths: readonly string[]): Promise<string[]> =>
    lockKeys(paths.map((path) => target(path).real));

  const workspace: Workspace = {
    root,
    resolve: (path) => resolvePath(root, path, caseInsensitive),
    async readBytes(path, signal) {
      return (await readBytes(target(path), signal)).bytes;
    },
    async readText(path, signal) {
      const at = target(path);
      if (client) return (await client.read(at, signal)).text;
      return decodeText((await readBytes(at, signal)).bytes, at);
    },
    async readLines(path, from, to, signal) {
      const at = target(path);
      const stat = client && (await statOrNull(at.real).catch(() => null));
      if (client && stat?.isFile() && stat.size <= CLIENT_LINES) {
        return linesOf((await client.read(at, signal)).text, from, to);
      }
      return readLines(at, from, to, signal);
    },
    async stat(path) {
      const at = target(path);
      try {
        const found = await statOrNull(at.real);
        return found && fileStat(found);
      } catch (error) {
        return nothingThere(explain(error, at.abs, at.shown));
      }
    },
    async list(path) {
      const at = target(path);
      try {
        return await list(at.real);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOTDIR" && (await lstat(at.real).catch(() => null))) {
          throw new WorkspaceError("unsupported", at.abs, `${at.shown} is a file, not a folder`);
        }
        throw explain(error, at.abs, at.shown);
      }
    },
    async version(path) {
      const at = target(path);
      try {
        const found = await statOrNull(at.real);
        if (!found) return null;
        if (!client || !found.isFile()) return versionOf(found);
        return (await client.read(at).catch(() => null))?.version ?? versionOf(found);
      } catch (error) {
        return nothingThere(explain(error, at.abs, at.shown));
      }
    },
    async lock(paths, fn) {
      return withLocks(await keys(paths), fn);
    },
    async write(entries, { callId, signal } = {}) {
      const planned = entries.map((entry) => ({ entry, target: target(entry.path) }));
      const perform = () => {
        for (const { entry, target: before } of planned) {
          if (target(entry.path).real === before.real) continue;
          const text = `${before.shown} leads elsewhere since a link was changed; try again`;
          throw new WorkspaceError("conflict", before.abs, text);
        }
        return transact(planned, { client, journal, lockDir, warn: options.warn, callId, signal });
      };
      return withLocks(await keys(entries.map((entry) => entry.path)), async () => perform(), signal);
    },
  };
  return workspace;
}

function nothingThere(error: Error): null {
  if (error instanceof WorkspaceError && error.code === "not_found") return null;
  throw error;
}

function fileStat(found: NonNullable<Awaited<ReturnType<typeof statOrNull>>>): FileStat {
  const kind = found.isFile() ? "file" : found.isDirectory() ? "directory" : "other";
  return { kind, size: Number(found.size), mtimeMs: Number(found.mtimeNs) / 1e6, mode: Number(found.mode) };
}

/** Sorted by name in code-unit order, so that every machine gives the same list. */
async function list(real: string): Promise<DirEntry[]> {
  const found = await readdir(real, { withFileTypes: true });
  const entries = found.map((entry): DirEntry => {
    const kind = entry.isFile()
      ? "file"
      : entry.isDirectory()
        ? "directory"
        : entry.isSymbolicLink()
          ? "link"
          : "other";
    return { name: entry.name, kind };
  });
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

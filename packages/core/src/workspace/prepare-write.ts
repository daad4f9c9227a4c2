import { type BigIntStats, constants } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { sep } from "node:path";
import { diffLines } from "../diff/diff-lines.js";
import { formatPatch } from "../diff/format-patch.js";
import type { BufferState, ClientView } from "./client-text.js";
import { errorCode, explain, WorkspaceError } from "./error.js";
import { decodeText, readBytes, refuseOther, type Target } from "./read-text.js";
import type { FileChange, WriteEntry } from "./types.js";
import { statOrNull } from "./stat-or-null.js";
import { versionOf } from "./version.js";

export interface WriteTarget extends Target {
  /** Links not followed. */
  readonly abs: string;
}

/** One file of a transaction, read and checked; nothing is written yet. */
export interface PreparedWrite extends WriteTarget {
  readonly old: BigIntStats | null;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  /** `client`: the editor writes the text. */
  readonly via: "client" | "disk";
  /** The editor's buffer has edits that the file on disk has not. */
  readonly unsaved: boolean;
  /** Mode of a file that is created. */
  readonly mode?: number;
  readonly unchanged: boolean;
  readonly change: FileChange;
}

/** A `WriteEntry` of our own: an undo knows the mode of the file that it brings back. */
export type Entry = WriteEntry & { readonly mode?: number };

/**
 * Reads what is there, checks that it may be replaced, and makes the change. The file's lock must be held.
 *
 * @throws {WorkspaceError} `conflict` when `expect` does not hold or the editor's buffer and the disk have both
 * changed; `denied` for read-only files; `not_found` when there is nothing to delete; `unsupported` for what is no
 * regular file.
 */
export async function prepareWrite(
  entry: Entry,
  target: WriteTarget,
  client: ClientView | undefined,
  signal?: AbortSignal,
): Promise<PreparedWrite> {
  try {
    const old = await statOrNull(target.real);
    await refuseUnwritable(entry, target, old);
    const afterText = textOf(entry.content, target);
    const after = typeof entry.content === "string" ? Buffer.from(entry.content) : entry.content;
    const now = await current(target, old, afterText === undefined ? undefined : client, signal);
    if (entry.expect !== undefined && entry.expect !== now.version) {
      throw new WorkspaceError("conflict", target.abs, mismatch(entry.expect, now.version, target.shown));
    }
    if (now.state === "clash") {
      const text = `${target.shown} has unsaved changes in the editor and was changed on disk too; ask the user to save or revert it`;
      throw new WorkspaceError("conflict", target.abs, text);
    }
    const unchanged =
      now.bytes === null || after === null ? now.bytes === after : Buffer.compare(now.bytes, after) === 0;
    const change = makeChange(target, unchanged, now.text, afterText, entry.change);
    return {
      ...target,
      old,
      before: now.bytes,
      after,
      via: client && now.state !== "disk" && typeof afterText === "string" ? "client" : "disk",
      unsaved: now.state === "unsaved",
      unchanged,
      change,
      ...(entry.mode === undefined ? {} : { mode: entry.mode }),
    };
  } catch (error) {
    throw explain(error, target.abs, target.shown);
  }
}

async function refuseUnwritable(entry: Entry, target: WriteTarget, old: BigIntStats | null): Promise<void> {
  if (entry.content === null && (await isLink(target.abs))) {
    const text = `${target.shown} is a symbolic link; it was left as it is`;
    throw new WorkspaceError("unsupported", target.abs, text);
  }
  if (!old) {
    if (entry.path.endsWith("/") || entry.path.endsWith(sep)) {
      throw new WorkspaceError("unsupported", target.abs, `${entry.path} names a folder, not a file`);
    }
    if (entry.content === null && entry.expect !== null) {
      throw new WorkspaceError("not_found", target.abs, `${target.shown} does not exist`);
    }
    return;
  }
  refuseOther(old, target);
  // By the mode and not by trying, so that it holds for root too.
  if ((old.mode & 0o200n) === 0n) {
    const mode = (Number(old.mode) & 0o7777).toString(8).padStart(4, "0");
    throw new WorkspaceError(
      "denied",
      target.abs,
      `${target.shown} is read-only (mode ${mode}); it was left as it is`,
    );
  }
  try {
    await access(target.real, constants.W_OK);
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
    throw new WorkspaceError("denied", target.abs, `${target.shown} may not be written: permission denied`, {
      cause: error,
    });
  }
}

interface Current {
  readonly bytes: Uint8Array | null;
  /** Undefined when the bytes are not text. */
  readonly text: string | null | undefined;
  readonly version: string | null;
  /** Of the editor's buffer; `disk` when the editor has no part in it. */
  readonly state: BufferState;
}

async function current(
  target: WriteTarget,
  old: BigIntStats | null,
  client: ClientView | undefined,
  signal: AbortSignal | undefined,
): Promise<Current> {
  if (!old) return { bytes: null, text: null, version: null, state: client ? "same" : "disk" };
  const { bytes, stat } = await readBytes(target, signal);
  const text = textOf(bytes, target);
  if (!client || text === undefined) return { bytes, text, version: versionOf(stat), state: "disk" };
  const held = await client.read(target, signal);
  return {
    bytes: held.text === text ? bytes : Buffer.from(held.text),
    text: held.text,
    version: held.version,
    state: held.state,
  };
}

function textOf(content: string | Uint8Array | null, target: Target): string | null | undefined {
  if (content === null || typeof content === "string") return content;
  try {
    return decodeText(content, target);
  } catch {
    return undefined;
  }
}

function makeChange(
  target: WriteTarget,
  unchanged: boolean,
  before: string | null | undefined,
  after: string | null | undefined,
  ready: WriteEntry["change"],
): FileChange {
  const texts = {
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
  if (unchanged || before === undefined || after === undefined) {
    return { path: target.abs, patch: "", added: 0, removed: 0, ...texts };
  }
  if (ready) {
    return { path: target.abs, patch: ready.patch, added: ready.added, removed: ready.removed, ...texts };
  }
  const diff = diffLines(before ?? "", after ?? "");
  return {
    path: target.abs,
    patch: formatPatch(diff.hunks),
    added: diff.added,
    removed: diff.removed,
    ...texts,
  };
}

function mismatch(expected: string | null, now: string | null, shown: string): string {
  if (expected === null) return `${shown} exists already`;
  if (now === null) return `${shown} was deleted since it was read`;
  return `${shown} was changed since it was read; read it again`;
}

async function isLink(abs: string): Promise<boolean> {
  try {
    return (await lstat(abs)).isSymbolicLink();
  } catch {
    return false;
  }
}

import { chown, mkdir, rm, rmdir, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { stageWrite, type StagedWrite } from "./atomic-write.js";
import type { ClientView } from "./client-text.js";
import { explain, WorkspaceError } from "./error.js";
import type { JournalRecorder } from "./journal.js";
import { withProcessLocks } from "./process-lock.js";
import { readBytes } from "./read-text.js";
import { type Entry, prepareWrite, type PreparedWrite, type WriteTarget } from "./prepare-write.js";
import { statOrNull } from "./stat-or-null.js";
import type { FileChange } from "./types.js";
import { versionOf } from "./version.js";

export interface TransactionParts {
  readonly client?: ClientView | undefined;
  readonly journal?: JournalRecorder | undefined;
  /** Folder for the locks between processes; absent: none are taken. */
  readonly lockDir?: string | undefined;
  /** Told when the journal fails; losing the undo is no reason to lose the write. */
  readonly warn?: ((text: string) => void) | undefined;
  readonly callId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A write that has begun, with what is needed to take it back. */
interface Step {
  readonly file: PreparedWrite;
  readonly staged: StagedWrite | undefined;
  begun: boolean;
}

/**
 * Writes all files or none. The locks of all of them must be held. Everything is read, checked and put on disk
 * beside its place before the first file changes; when a later file fails, the earlier ones are put back.
 *
 * @throws {WorkspaceError} naming the file that failed, and those that could not be put back.
 */
export async function transact(
  entries: readonly { readonly entry: Entry; readonly target: WriteTarget }[],
  parts: TransactionParts,
): Promise<FileChange[]> {
  const files: PreparedWrite[] = [];
  for (const { entry, target } of entries) {
    parts.signal?.throwIfAborted();
    if (files.some((file) => file.real === target.real)) {
      throw new WorkspaceError("unsupported", target.abs, `${target.shown} is named twice in one write`);
    }
    try {
      files.push(await prepareWrite(entry, target, parts.client, parts.signal));
    } catch (error) {
      throw told(error, target, entries.length > 1, []);
    }
  }
  const changed = files.filter((file) => !file.unchanged);
  if (changed.length > 0) await perform(changed, parts);
  return files.map((file) => file.change);
}

async function perform(files: readonly PreparedWrite[], parts: TransactionParts): Promise<void> {
  const folders: string[] = [];
  const steps: Step[] = [];
  let recorded: readonly string[] = [];
  let at: PreparedWrite | undefined;
  try {
    for (const file of files) {
      at = file;
      steps.push({ file, staged: await stage(file, folders), begun: false });
    }
    at = undefined;
    parts.signal?.throwIfAborted();
    recorded = await record(files, parts);
    const commitAll = async (): Promise<void> => {
      for (const step of steps) {
        at = step.file;
        await refuseChanged(step.file);
        step.begun = true;
        await commit(step, parts);
      }
    };
    const { lockDir } = parts;
    if (lockDir === undefined) await commitAll();
    else
      await withProcessLocks(
        lockDir,
        files.map((file) => file.real),
        commitAll,
      );
  } catch (error) {
    const lost = await rollBack(steps, folders, parts);
    if (recorded.length > 0) await parts.journal?.cancel(recorded).catch(() => {});
    throw told(error, at, files.length > 1, lost);
  }
  await amend(recorded, files, parts);
}

/** What an editor saved may differ from what it was given, and an undo compares with what is there. */
async function amend(
  recorded: readonly string[],
  files: readonly PreparedWrite[],
  parts: TransactionParts,
): Promise<void> {
  for (const [index, id] of recorded.entries()) {
    const file = files[index];
    if (file?.via !== "client" || file.after === null) continue;
    const saved = await readBytes(file).catch(() => null);
    if (saved && Buffer.compare(saved.bytes, file.after) === 0) continue;
    await parts.journal?.amend(id, saved && saved.bytes).catch(() => {});
  }
}

async function record(files: readonly PreparedWrite[], parts: TransactionParts): Promise<readonly string[]> {
  try {
    return (await parts.journal?.record(parts.callId ?? "", files)) ?? [];
  } catch (error) {
    const names = files.map((file) => file.shown).join(", ");
    parts.warn?.(`the change of ${names} cannot be undone later: ${(error as Error).message}`);
    return [];
  }
}

async function stage(file: PreparedWrite, folders: string[]): Promise<StagedWrite | undefined> {
  if (!file.old) {
    const first = await mkdir(dirname(file.real), { recursive: true });
    if (first !== undefined)
      for (let at = dirname(file.real); at.length >= first.length; at = dirname(at)) folders.push(at);
  }
  if (file.after === null || file.via === "client") return undefined;
  return stageWrite(file.real, file.after, file.old, file.mode);
}

/** Somebody outside this process may have written since the file was read. */
async function refuseChanged(file: PreparedWrite): Promise<void> {
  const now = await statOrNull(file.real);
  if ((now && versionOf(now)) === (file.old && versionOf(file.old))) return;
  const text = `${file.shown} was changed by something else while it was being written; read it again`;
  throw new WorkspaceError("conflict", file.abs, text);
}

async function commit(step: Step, parts: TransactionParts): Promise<void> {
  const { file, staged } = step;
  if (staged) return staged.commit();
  if (file.after === null) return rm(file.real);
  const text = file.change.after ?? "";
  try {
    await parts.client?.files.writeText(file.abs, text, parts.signal);
  } catch (error) {
    parts.signal?.throwIfAborted();
    await writeBeside(file, error);
  }
  parts.client?.settle(file.real);
}

/** The editor refused to write. The disk is written instead, unless that would go behind unsaved changes. */
async function writeBeside(file: PreparedWrite, error: unknown): Promise<void> {
  if (file.unsaved) {
    const text = `${file.shown} has unsaved changes in the editor, and the editor refused to write it`;
    throw new WorkspaceError("conflict", file.abs, text, { cause: error });
  }
  if (file.after) await (await stageWrite(file.real, file.after, file.old, file.mode)).commit();
}

/** Takes everything back as far as possible; returns how messages name the files where that failed. */
async function rollBack(
  steps: readonly Step[],
  folders: readonly string[],
  parts: TransactionParts,
): Promise<string[]> {
  const lost: string[] = [];
  for (const { file, staged, begun } of steps.toReversed()) {
    try {
      await staged?.discard();
      if (begun) await putBack(file, parts);
    } catch {
      lost.push(file.shown);
    }
  }
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) await rmdir(folder).catch(() => {});
  return lost;
}

async function putBack(file: PreparedWrite, parts: TransactionParts): Promise<void> {
  const now = await statOrNull(file.real);
  if (!file.old || file.before === null) return rm(file.real, { force: true });
  if (now && versionOf(now) === versionOf(file.old)) return;
  if (parts.client && file.via === "client") {
    const put = parts.client.files.writeText(file.abs, file.change.before ?? "");
    const done = await put.then(
      () => true,
      () => false,
    );
    parts.client.settle(file.real);
    if (done) return;
  }
  await (await stageWrite(file.real, file.before, now, Number(file.old.mode))).commit();
  if (!now) await chown(file.real, Number(file.old.uid), Number(file.old.gid)).catch(() => {});
  await utimes(file.real, Number(file.old.atimeMs) / 1000, Number(file.old.mtimeMs) / 1000);
}

function told(error: unknown, at: WriteTarget | undefined, several: boolean, lost: readonly string[]): Error {
  const cause = at ? explain(error, at.abs, at.shown) : (error as Error);
  if (lost.length > 0) {
    const text = `${cause.message}; these files could not be put back as they were: ${lost.join(", ")}`;
    return new WorkspaceError("failed", at?.abs ?? "", text, { cause });
  }
  if (!(cause instanceof WorkspaceError) || !several) return cause;
  return new WorkspaceError(cause.code, cause.path, `${cause.message}; no file was changed`, { cause });
}

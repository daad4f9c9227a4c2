import { randomBytes } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { access, chmod, chown, type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "./error.js";

/** A file content that lies ready; nothing is visible under the real name until `commit`. */
export interface StagedWrite {
  /** `in-place`: the file itself is rewritten, because replacing it would lose a link, its owner, or is not allowed. */
  readonly how: "rename" | "in-place";
  commit(): Promise<void>;
  /** Removes what `stageWrite` left behind; harmless after `commit`. */
  discard(): Promise<void>;
}

/** Errors of `rename` after which writing into the file still works: mount points, sticky folders, odd file systems. */
const RENAME_REFUSED = new Set(["EBUSY", "EXDEV", "EPERM", "EACCES"]);

/**
 * Prepares replacing the regular file `path` (or creating it when `old` is null) by `bytes`.
 *
 * Normally a temporary file beside it gets the same mode and owner, is flushed to disk and takes the name in one
 * step. The file is rewritten in place instead when it has more than one hard link, when its folder cannot be
 * written, when its owner cannot be kept, and when the renaming is refused. Access control lists and extended
 * attributes are kept only in place; a replaced file has those that its folder gives to new files.
 *
 * @param mode of a file to create; default what the umask leaves of 0666.
 * @throws system errors; nothing has changed then and no temporary file is left.
 */
export async function stageWrite(
  path: string,
  bytes: Uint8Array,
  old: BigIntStats | null,
  mode?: number,
): Promise<StagedWrite> {
  if (old && (old.nlink > 1n || !(await writable(dirname(path))))) return inPlace(path, bytes);
  const temp = join(dirname(path), `.mm-${randomBytes(8).toString("hex")}.tmp`);
  try {
    const kept = await writeTemp(temp, bytes, old, mode);
    if (!kept) {
      await rm(temp, { force: true });
      return inPlace(path, bytes);
    }
  } catch (error) {
    await rm(temp, { force: true });
    throw error;
  }
  return {
    how: "rename",
    async commit() {
      try {
        await rename(temp, path);
      } catch (error) {
        await rm(temp, { force: true });
        if (!old || !RENAME_REFUSED.has(errorCode(error))) throw error;
        await overwrite(path, bytes);
      }
    },
    discard: () => rm(temp, { force: true }),
  };
}

/** Writes the temporary file; false when it cannot have the old file's owner. */
async function writeTemp(
  temp: string,
  bytes: Uint8Array,
  old: BigIntStats | null,
  mode: number | undefined,
): Promise<boolean> {
  const handle = await open(temp, "wx", old || mode !== undefined ? 0o600 : 0o666);
  try {
    if (old && !(await keepOwner(handle, temp, old))) return false;
    await handle.writeFile(bytes);
    // After the owner: changing that clears the set-user-id bit.
    if (old) await chmod(temp, Number(old.mode) & 0o7777);
    else if (mode !== undefined) await chmod(temp, mode & 0o7777);
    await handle.sync();
    return true;
  } finally {
    await handle.close();
  }
}

async function keepOwner(handle: FileHandle, temp: string, old: BigIntStats): Promise<boolean> {
  const now = await handle.stat({ bigint: true });
  if (now.uid === old.uid && now.gid === old.gid) return true;
  try {
    await chown(temp, Number(old.uid), Number(old.gid));
    return true;
  } catch {
    return false;
  }
}

function inPlace(path: string, bytes: Uint8Array): StagedWrite {
  return { how: "in-place", commit: () => overwrite(path, bytes), discard: async () => {} };
}

/** Rewrites without truncating first, so that a failure to open loses nothing. */
async function overwrite(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
  try {
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, done);
      done += bytesWritten;
    }
    await handle.truncate(bytes.length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

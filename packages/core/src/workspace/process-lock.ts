import { createHash } from "node:crypto";
import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WorkspaceError } from "./error.js";

/** How long to wait for another process, in milliseconds; it holds the lock for one rename. */
const WAIT_MS = 5000;
/** A lock older than this belongs to a process that died, or was reused: it is taken over. */
const STALE_MS = 10_000;

/**
 * Runs `fn` while no other mm process does so for one of `paths` (real paths). The lock files lie in `folder`, never
 * beside the person's files. Where they cannot be made, `fn` runs without: the version check still holds.
 *
 * @throws {WorkspaceError} `conflict` when another process holds a lock for too long.
 */
export async function withProcessLocks<T>(
  folder: string,
  paths: readonly string[],
  fn: () => Promise<T>,
): Promise<T> {
  const held: string[] = [];
  try {
    // One order for every process, so that two transactions cannot wait for each other.
    for (const path of [...new Set(paths)].toSorted()) {
      const file = join(folder, `${createHash("sha256").update(path).digest("hex").slice(0, 32)}.lock`);
      if (await take(folder, file, path)) held.push(file);
    }
    return await fn();
  } finally {
    await Promise.all(held.map((file) => rm(file, { force: true })));
  }
}

/** True when the lock was taken, false where no lock file can be made. */
async function take(folder: string, file: string, path: string): Promise<boolean> {
  const giveUpAt = Date.now() + WAIT_MS;
  for (;;) {
    try {
      const handle = await open(file, "wx", 0o600);
      await handle.writeFile(String(process.pid));
      await handle.close();
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") {
        if (
          !(await mkdir(folder, { recursive: true, mode: 0o700 }).then(
            () => true,
            () => false,
          ))
        )
          return false;
        continue;
      }
      if (code !== "EEXIST") return false;
    }
    if (await isStale(file)) await rm(file, { force: true });
    else if (Date.now() > giveUpAt)
      throw new WorkspaceError("conflict", path, `${path} is being written by another mm; try again`);
    else await sleep(2 + Math.random() * 8);
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    const [{ mtimeMs }, pid] = await Promise.all([stat(file), readFile(file, "utf8")]);
    if (Date.now() - mtimeMs > STALE_MS) return true;
    // An empty file has just been made; its writer is about to fill it.
    if (pid === "" || Number(pid) === process.pid) return false;
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

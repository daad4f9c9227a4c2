import { randomBytes } from "node:crypto";
import { open, rename, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds: how long to wait for another process's change, and when its lock is taken for left behind. */
const LOCK_WAIT = 3000;
const LOCK_STALE = 10_000;

/** Writes a file of the state folder in one step, readable by its owner only. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(next, text, { mode: 0o600, flag: "wx", flush: true });
    await rename(next, file);
  } finally {
    await rm(next, { force: true });
  }
}

/** Runs `work` while no other mm changes what `lock` stands for. Throws an `Error` with a text for the person. */
export async function withFileLock(lock: string, work: () => Promise<void>): Promise<void> {
  const end = Date.now() + LOCK_WAIT;
  for (;;) {
    try {
      await (await open(lock, "wx", 0o600)).close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const age = await stat(lock).then(
      (info) => Date.now() - info.mtimeMs,
      () => 0,
    );
    if (age > LOCK_STALE) await rm(lock, { force: true });
    else if (Date.now() > end)
      throw new Error(`${lock} is held by another mm; try again, or remove the file`);
    else await sleep(20);
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";

/** The right to write one session file. */
export interface SessionLock {
  release(): Promise<void>;
}

export type Locked =
  | { readonly ok: true; readonly lock: SessionLock }
  | { readonly ok: false; readonly holder: LockHolder };

export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** The lock file. */
  readonly file: string;
}

interface Stored {
  readonly pid: number;
  readonly host: string;
  /** When the process started, in the kernel's ticks: tells a reused process id apart. */
  readonly start?: string;
}

/**
 * Takes the lock of a session file for this process. A lock whose process has ended is taken over; one of another host
 * cannot be judged and holds.
 */
export async function lockSession(file: string): Promise<Locked> {
  const path = `${file}.lock`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const start = await startOf(process.pid);
  const mine: Stored = { pid: process.pid, host: hostname(), ...(start === undefined ? {} : { start }) };
  const text = JSON.stringify(mine);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      await writeFile(path, text, { flag: "wx", mode: 0o600 });
      return { ok: true, lock: { release: () => release(path, text) } };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const found = await readFile(path, "utf8").catch(() => undefined);
    if (found === undefined) continue;
    const holder = parse(found);
    if (holder && (await lives(holder)))
      return { ok: false, holder: { pid: holder.pid, host: holder.host, file: path } };
    await setAside(path, found);
  }
  return { ok: false, holder: { pid: 0, host: hostname(), file: path } };
}

/** The process that has a session file open, if one has. */
export async function holderOf(file: string): Promise<LockHolder | undefined> {
  const path = `${file}.lock`;
  const holder = parse(await readFile(path, "utf8").catch(() => ""));
  return holder && (await lives(holder)) ? { pid: holder.pid, host: holder.host, file: path } : undefined;
}

/** The text for a person who wants a session that is open elsewhere. */
export function heldText(id: string, { pid, host, file }: LockHolder): string {
  const where =
    host === hostname() ? `process ${pid}` : `process ${pid} on ${host}; if it is gone, remove ${file}`;
  return `session ${id} is open in another mm (${where}); close it there, or go on with a copy: mm sessions fork ${id}`;
}

/** Two processes may find the same dead lock: only what was judged is removed, never a lock taken meanwhile. */
async function setAside(path: string, judged: string): Promise<void> {
  const aside = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, "utf8").catch(() => judged)) !== judged) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

async function release(path: string, text: string): Promise<void> {
  if ((await readFile(path, "utf8").catch(() => "")) === text) await rm(path, { force: true });
}

function parse(text: string): Stored | undefined {
  try {
    const value = JSON.parse(text) as Partial<Stored> | null;
    return typeof value?.pid === "number" && typeof value.host === "string" ? (value as Stored) : undefined;
  } catch {
    return undefined;
  }
}

async function lives(holder: Stored): Promise<boolean> {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const start = await startOf(holder.pid);
  return start === undefined || holder.start === undefined || start === holder.start;
}

/** Field 22 of `/proc/<pid>/stat` (proc(5)); undefined where there is no such file. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

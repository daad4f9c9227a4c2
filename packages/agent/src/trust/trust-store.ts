import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { realPath, stateDir } from "../config/paths.js";

/** One folder the person has decided about. */
export interface TrustEntry {
  /** Real path. */
  readonly folder: string;
  readonly trusted: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface TrustStore {
  /** Whether the project's own code and settings may count in `dir`; the nearest decided folder at or above it says. */
  isTrusted(dir: string): Promise<boolean>;
  /** Remembers a decision. Throws an `Error` with a text for the person when it cannot be stored. */
  setTrusted(dir: string, trusted: boolean): Promise<void>;
  /** Every decision, by folder. */
  list(): Promise<TrustEntry[]>;
}

type Folders = Record<string, { trusted: boolean; at: string }>;

/** Milliseconds: how long to wait for another process's change, and when its lock is taken for left behind. */
const LOCK_WAIT = 3000;
const LOCK_STALE = 10_000;

/** The decisions in `trust.json` of the state folder. A file that cannot be read trusts nothing. */
export function openTrustStore(env: Readonly<Record<string, string | undefined>>): TrustStore {
  const file = join(stateDir(env), "trust.json");
  return {
    async isTrusted(dir) {
      const { folders } = await read(file);
      for (let at = realPath(dir); ; at = dirname(at)) {
        const found = Object.hasOwn(folders, at) ? folders[at] : undefined;
        if (found !== undefined) return found.trusted;
        if (at === dirname(at)) return false;
      }
    },
    async setTrusted(dir, trusted) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await withLock(`${file}.lock`, async () => {
        const { folders, broken } = await read(file);
        if (broken) await rename(file, `${file}.broken`);
        folders[realPath(dir)] = { trusted, at: new Date().toISOString() };
        await replace(file, `${JSON.stringify({ version: 1, folders }, null, 2)}\n`);
      });
    },
    async list() {
      const { folders } = await read(file);
      return Object.entries(folders)
        .map(([folder, { trusted, at }]) => ({ folder, trusted, at }))
        .toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
    },
  };
}

async function read(file: string): Promise<{ folders: Folders; broken: boolean }> {
  const folders = Object.create(null) as Folders;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    return { folders, broken: (error as NodeJS.ErrnoException).code !== "ENOENT" };
  }
  try {
    const stored = (JSON.parse(text) as { folders?: unknown }).folders;
    if (typeof stored !== "object" || stored === null || Array.isArray(stored))
      return { folders, broken: true };
    for (const [folder, value] of Object.entries(
      stored as Record<string, { trusted?: unknown; at?: unknown } | null>,
    )) {
      // Only a clear true is a decision to trust; anything odd is none.
      folders[folder] = {
        trusted: value?.trusted === true,
        at: typeof value?.at === "string" ? value.at : "",
      };
    }
    return { folders, broken: false };
  } catch {
    return { folders, broken: true };
  }
}

async function replace(file: string, text: string): Promise<void> {
  const next = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(next, text, { mode: 0o600, flag: "wx", flush: true });
    await rename(next, file);
  } finally {
    await rm(next, { force: true });
  }
}

async function withLock(lock: string, work: () => Promise<void>): Promise<void> {
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

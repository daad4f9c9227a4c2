import { mkdir, open, truncate, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { describeError, type Redactor } from "@mm-agent/core";
import type { SessionRecord } from "../records.js";
import type { SessionStore } from "../types.js";
import { heldText, lockSession, type SessionLock } from "./lock.js";
import { readRecords, type Repair } from "./read-records.js";

export interface FileStoreOptions {
  readonly id: string;
  readonly file: string;
  readonly redactor: Redactor;
  /** Told once when the session cannot be saved any more; a text for the person. */
  onError(text: string): void;
  /** Of a session that goes on: its lock, and what its file needs before the first append. */
  readonly resumed?: { readonly lock: SessionLock; readonly repair: Repair };
}

interface Waiting {
  readonly line: string;
  readonly sync: boolean;
  done(): void;
}

/**
 * A store that appends to a file of JSON lines, 0600 in a folder 0700, every string redacted. Nothing is created before
 * the first record. A record is handed to the disk before `append` resolves, except the first prompt of a session,
 * which is written while the first request is under way, and partial texts, which nobody waits for.
 */
export function createFileStore(options: FileStoreOptions): SessionStore {
  const { file, redactor } = options;
  let handle: FileHandle | undefined;
  let lock = options.resumed?.lock;
  let broken = false;
  // A write that failed half-way leaves a torn line; the next one must not be glued to it.
  let torn = false;
  let first = options.resumed === undefined;
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  const openFile = async (): Promise<FileHandle> => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    if (!lock) {
      const locked = await lockSession(file);
      if (!locked.ok) throw new Error(heldText(options.id, locked.holder));
      lock = locked.lock;
    }
    const repair = options.resumed?.repair ?? { kind: "none" };
    if (repair.kind === "cut") await truncate(file, repair.cutTo);
    const opened = await open(file, "a", 0o600);
    if (repair.kind === "newline") await opened.appendFile("\n");
    return opened;
  };
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        handle ??= await openFile();
        await handle.appendFile((torn ? "\n" : "") + batch.map(({ line }) => line).join(""));
        torn = false;
        if (batch.some(({ sync }) => sync)) await handle.datasync();
      } catch (error) {
        torn = handle !== undefined;
        if (!broken) options.onError(`the session cannot be saved: ${describeError(error)} (${file})`);
        broken = true;
      }
      for (const { done } of batch) done();
    }
    running = undefined;
  };

  return {
    file,
    append(record) {
      const line = `${JSON.stringify(redactor.value(record))}\n`;
      const sync = record.type !== "partial";
      const written = new Promise<void>((done) => waiting.push({ line, sync, done }));
      running ??= flush();
      if (record.type === "partial" || (first && record.type === "header")) return undefined;
      if (first) {
        first = false;
        return undefined;
      }
      return written;
    },
    async records() {
      await running;
      return (await readRecords(file).catch(() => ({ records: [] as SessionRecord[] }))).records;
    },
    async close() {
      await running;
      await handle?.close().catch(() => {});
      handle = undefined;
      await lock?.release().catch(() => {});
      lock = undefined;
    },
  };
}

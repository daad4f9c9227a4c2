import { randomUUID } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./error.js";
import { hashOf } from "./hash.js";
import type { PreparedWrite } from "./prepare-write.js";
import { undo, type UndoResult } from "./undo.js";

export interface JournalOptions {
  /** The journal lies in `<stateDir>/undo/<sessionId>/`, readable by its owner only. */
  readonly stateDir: string;
  readonly sessionId: string;
  /** Bytes of kept file contents per session; beyond it the oldest are dropped. Default 64 MB. */
  readonly maxBytes?: number;
  /** Sessions whose journals are kept; beyond it the ones unused for longest are dropped. Default 50. */
  readonly maxSessions?: number;
}

/** One write of one file, a line of the index. Contents are named by their SHA-256; null: the file did not exist. */
export interface JournalEntry {
  readonly id: string;
  readonly callId: string;
  /** ISO time. */
  readonly at: string;
  /** Real path. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly mode?: number;
}

/** What a transaction needs of the journal. */
export interface JournalRecorder {
  /** Keeps the contents that are about to be replaced; returns ids for `cancel`. */
  record(callId: string, files: readonly PreparedWrite[]): Promise<string[]>;
  /** An editor wrote something else than it was given (it formats on saving); null: there is no file. */
  amend(id: string, after: Uint8Array | null): Promise<void>;
  /** The writes did not happen. */
  cancel(ids: readonly string[]): Promise<void>;
}

/** The earlier contents of the files that tools of one session wrote. */
export interface Journal extends JournalRecorder {
  /** Writes that can be undone, oldest first. */
  entries(): Promise<JournalEntry[]>;
  /** Puts the files that these calls wrote back to what they were, each on its own: a file changed since is refused. */
  undo(callIds: readonly string[]): Promise<UndoResult[]>;
  /** A kept content; null when it was dropped. */
  content(hash: string): Promise<Uint8Array | null>;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Opens the journal of a session; nothing is created on disk before the first write is recorded. */
export function createJournal(options: JournalOptions): Journal {
  const base = join(options.stateDir, "undo");
  const folder = join(base, folderName(options.sessionId));
  const index = join(folder, "index.jsonl");
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  let ready: Promise<void> | undefined;

  const append = (lines: readonly object[]): Promise<void> =>
    appendFile(index, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });

  const journal: Journal = {
    async record(callId, files) {
      await (ready ??= prepare(base, folder, options.maxSessions ?? 50));
      const at = new Date().toISOString();
      const lines: JournalEntry[] = [];
      for (const file of files) {
        const before = file.before && hashOf(file.before);
        if (file.before && before && file.before.length <= maxBytes)
          await keep(join(folder, before), file.before);
        lines.push({
          id: randomUUID(),
          callId,
          at,
          path: file.real,
          before,
          after: file.after && hashOf(file.after),
          ...(file.old ? { mode: Number(file.old.mode) & 0o7777 } : {}),
        });
      }
      await append(lines);
      await prune(folder, maxBytes);
      return lines.map((line) => line.id);
    },
    amend: (id, after) => append([{ amends: id, after: after && hashOf(after) }]),
    async cancel(ids) {
      if (ids.length > 0) await append([{ gone: ids }]);
    },
    async entries() {
      return parse(await readFile(index, "utf8").catch(() => ""));
    },
    undo: (callIds) => undo(journal, callIds),
    async content(hash) {
      const bytes = await readFile(join(folder, hash)).catch(() => null);
      return bytes && hashOf(bytes) === hash ? bytes : null;
    },
  };
  return journal;
}

function folderName(sessionId: string): string {
  const plain = /^[\w-][\w.-]{0,99}$/.test(sessionId);
  return plain ? sessionId : hashOf(Buffer.from(sessionId)).slice(0, 32);
}

async function prepare(base: string, folder: string, maxSessions: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await dropOldest(base, maxSessions, () => 1);
}

async function keep(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
  } catch (error) {
    // Truncated by a crash, or the same content again: written anew it also counts as the newest.
    if (errorCode(error) !== "EEXIST") throw error;
    await writeFile(path, bytes);
  }
}

function prune(folder: string, maxBytes: number): Promise<void> {
  return dropOldest(folder, maxBytes, (size, name) => (/^[0-9a-f]{64}$/.test(name) ? size : 0));
}

/** Removes what was modified longest ago until the weights of the rest are at most `limit`. */
async function dropOldest(
  folder: string,
  limit: number,
  weigh: (size: number, name: string) => number,
): Promise<void> {
  const found: { path: string; weight: number; at: number }[] = [];
  for (const name of await readdir(folder)) {
    const info = await stat(join(folder, name)).catch(() => null);
    if (info) found.push({ path: join(folder, name), weight: weigh(info.size, name), at: info.mtimeMs });
  }
  let sum = found.reduce((total, item) => total + item.weight, 0);
  for (const item of found.toSorted((a, b) => a.at - b.at)) {
    if (sum <= limit) return;
    if (item.weight === 0) continue;
    await rm(item.path, { recursive: true, force: true });
    sum -= item.weight;
  }
}

/** Lines that cannot be read (cut by a crash) are passed over. */
function parse(text: string): JournalEntry[] {
  const entries: JournalEntry[] = [];
  const gone = new Set<string>();
  const amended = new Map<string, string | null>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    try {
      const value = JSON.parse(line) as Partial<JournalEntry> & { gone?: readonly string[]; amends?: string };
      if (value.gone) for (const id of value.gone) gone.add(id);
      else if (value.amends !== undefined) amended.set(value.amends, value.after ?? null);
      else if (value.id !== undefined && value.path !== undefined) entries.push(value as JournalEntry);
    } catch {
      continue;
    }
  }
  return entries
    .filter((entry) => !gone.has(entry.id))
    .map((entry) => ({ ...entry, after: amended.has(entry.id) ? amended.get(entry.id)! : entry.after }));
}

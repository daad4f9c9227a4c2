import {
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ensurePrivateDir, sessionKey, statePaths } from "@mm-agent/agent";
import { createHistory, HISTORY_LIMIT, type History } from "./history.js";

/** Longer entries are not kept: a pasted file is no history. UTF-16 units. */
const ENTRY_LIMIT = 20_000;

/** Bytes from the end of the file that are read: a start does not wait for what nobody can want back. */
const READ = 8_000_000;

/**
 * The history of a project: one JSON text a line in the state folder, readable by its owner only. Several processes
 * append to it; a line that cannot be read is skipped. A folder that cannot be written leaves a history in memory.
 */
export function openHistory(cwd: string, env: Readonly<Record<string, string | undefined>>): History {
  const file = join(statePaths(env).root, "history", `${sessionKey(cwd)}.jsonl`);
  const entries = load(file);
  let works = true;
  return createHistory(entries, (text) => {
    if (!works || text.length > ENTRY_LIMIT) return;
    try {
      ensurePrivateDir(dirname(file));
      appendFileSync(file, `${JSON.stringify(text)}\n`, { mode: 0o600 });
    } catch {
      works = false;
    }
  });
}

function load(file: string): string[] {
  const { text, cut } = readEnd(file);
  const entries: string[] = [];
  for (const line of text.split("\n")) {
    try {
      const entry: unknown = JSON.parse(line);
      if (typeof entry === "string") entries.push(entry);
    } catch {
      // A torn line of a killed process.
    }
  }
  if ((cut && entries.length > 0) || entries.length > HISTORY_LIMIT * 2)
    shorten(file, entries.slice(-HISTORY_LIMIT));
  return entries;
}

/** The end of the file; `cut`: there is more before it. */
function readEnd(file: string): { readonly text: string; readonly cut: boolean } {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, READ));
    const read = readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    return { text: bytes.toString("utf8", 0, read), cut: size > READ };
  } catch {
    return { text: "", cut: false };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function shorten(file: string, entries: readonly string[]): void {
  const next = `${file}.${process.pid}`;
  try {
    writeFileSync(next, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""), { mode: 0o600 });
    chmodSync(next, 0o600);
    renameSync(next, file);
  } catch {
    // It stays long; the next start tries again.
  }
}

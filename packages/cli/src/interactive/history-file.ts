import { appendFileSync, chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensurePrivateDir, sessionKey, statePaths } from "@mm-agent/agent";
import { createHistory, HISTORY_LIMIT, type History } from "./history.js";

/** Longer entries are not kept: a pasted file is no history. UTF-16 units. */
const ENTRY_LIMIT = 20_000;

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
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  const entries: string[] = [];
  for (const line of text.split("\n")) {
    try {
      const entry: unknown = JSON.parse(line);
      if (typeof entry === "string") entries.push(entry);
    } catch {
      // A torn line of a killed process.
    }
  }
  if (entries.length > HISTORY_LIMIT * 2) shorten(file, entries.slice(-HISTORY_LIMIT));
  return entries;
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

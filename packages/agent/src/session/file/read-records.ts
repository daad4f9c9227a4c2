import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import type { SessionRecord } from "../records.js";

export interface ReadRecords {
  readonly records: readonly SessionRecord[];
  /** Complete texts: what had to be skipped. */
  readonly notices: readonly string[];
  readonly repair: Repair;
}

/** What must happen to the file before something is appended: cut it to `cutTo` bytes, or end its last line. */
export type Repair =
  | { readonly kind: "none" }
  | { readonly kind: "newline" }
  | { readonly kind: "cut"; readonly cutTo: number };

/**
 * Reads a session file. NUL bytes (left behind by a crash) are dropped, lines that are no records are skipped with a
 * notice, and a last line that was not finished is marked for repair. Rejects when the file cannot be read.
 */
export async function readRecords(file: string): Promise<ReadRecords> {
  const bytes = await readFile(file);
  const records: SessionRecord[] = [];
  const unreadable: number[] = [];
  let nulls = 0;
  let line = 0;
  let at = 0;
  let repair: Repair = { kind: "none" };
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at);
    line += 1;
    let text = bytes.toString("utf8", at, end < 0 ? bytes.length : end);
    if (text.includes("\0")) {
      nulls += 1;
      text = text.replaceAll("\0", "");
    }
    const record = text.trim() === "" ? undefined : parse(text);
    if (record) records.push(record);
    if (end < 0) {
      repair = record ? { kind: "newline" } : { kind: "cut", cutTo: at };
      break;
    }
    if (!record && text.trim() !== "") unreadable.push(line);
    at = end + 1;
  }
  const notices: string[] = [];
  const shown = shortPath(file);
  if (nulls > 0)
    notices.push(
      `${shown}: NUL bytes in ${count(nulls, "line")} were left out; a crash leaves such blocks behind`,
    );
  if (unreadable.length > 0)
    notices.push(
      `${shown}: ${count(unreadable.length, "line")} cannot be read and ${unreadable.length === 1 ? "was" : "were"} skipped (${unreadable.slice(0, 5).join(", ")}${unreadable.length > 5 ? ", …" : ""})`,
    );
  if (repair.kind === "cut") notices.push(`${shown}: the last line was not finished and does not count`);
  return { records, notices, repair };
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** The path with `~` for the person's own folder. */
function shortPath(path: string): string {
  const home = homedir();
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function parse(text: string): SessionRecord | undefined {
  try {
    const value = JSON.parse(text) as Partial<SessionRecord> | null;
    return typeof value === "object" &&
      value !== null &&
      typeof value.type === "string" &&
      typeof value.id === "string"
      ? (value as SessionRecord)
      : undefined;
  } catch {
    return undefined;
  }
}

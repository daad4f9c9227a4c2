import type { DirEntry } from "@mm-agent/core";

export interface ListOptions {
  /** First entry, from 1. */
  readonly from: number;
  /** Last entry asked for; `Infinity` for all. */
  readonly wanted: number;
  /** UTF-16 units. */
  readonly max: number;
}

/**
 * A folder's entries, one a line, folders with a `/`; at most `max` units. When entries behind the shown ones are left out
 * the last line says which `start` goes on.
 */
export function listFolder(rel: string, entries: readonly DirEntry[], options: ListOptions): string {
  const { from, wanted, max } = options;
  const count = entries.length;
  if (count === 0) return `${rel} is an empty folder`;
  if (from > count) return `[${rel} is a folder of ${countEntries(count)} — start ${from} is beyond the end]`;
  const lines = [`${rel} is a folder:`];
  let length = lines[0]?.length ?? 0;
  for (let number = from; number <= count; number++) {
    const more = `[entries ${from}-${number - 1} of ${count} — go on with start: ${number}]`;
    if (number > wanted) return [...lines, more].join("\n");
    const line = show(entries[number - 1]);
    const room = number === count ? 0 : more.length + String(count).length + 1;
    if (number > from && length + line.length + 1 + room > max) return [...lines, more].join("\n");
    lines.push(line);
    length += line.length + 1;
  }
  if (wanted > count && Number.isFinite(wanted)) lines.push(`[the folder has ${countEntries(count)}]`);
  return lines.join("\n");
}

function show(entry: DirEntry | undefined): string {
  if (entry === undefined) return "";
  return entry.name + (entry.kind === "directory" ? "/" : entry.kind === "link" ? "@" : "");
}

function countEntries(count: number): string {
  return `${count} ${count === 1 ? "entry" : "entries"}`;
}

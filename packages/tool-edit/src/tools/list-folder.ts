import type { DirEntry } from "@mm-agent/core";

/** A folder's entries, one a line, folders with a `/`; at most `max` UTF-16 units. */
export function listFolder(rel: string, entries: readonly DirEntry[], max: number): string {
  if (entries.length === 0) return `${rel} is an empty folder`;
  const lines = [`${rel} is a folder:`];
  let length = lines[0]?.length ?? 0;
  for (const [index, { name, kind }] of entries.entries()) {
    const line = kind === "directory" ? `${name}/` : kind === "link" ? `${name}@` : name;
    const more = `[… ${entries.length - index} more]`;
    if (length + line.length + more.length + 2 > max) return [...lines, more].join("\n");
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join("\n");
}

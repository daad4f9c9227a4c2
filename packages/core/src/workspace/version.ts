import type { BigIntStats } from "node:fs";

/**
 * A mark that changes whenever a file's content may have changed: inode, size, and both times in nanoseconds.
 * A rewrite in place that keeps the size within one clock tick of the file system (a few ms) can go unseen, so
 * whoever holds the content compares that too.
 */
export function versionOf(stat: BigIntStats): string {
  return [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].map((part) => part.toString(36)).join("-");
}

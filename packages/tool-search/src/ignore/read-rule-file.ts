import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Bytes; no ignore file that people write is larger. */
const MAX_BYTES = 1024 * 1024;

/** The text of an ignore file; empty when there is none that can be read. Pipes and devices are never waited for. */
export function readRuleFile(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(file);
    if (!found.isFile() || found.size === 0) return "";
    const buffer = Buffer.alloc(Math.min(found.size, MAX_BYTES));
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, buffer.length, 0));
  } catch {
    return "";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

import { open } from "node:fs/promises";
import { constants } from "node:fs";

/** Bytes; no ignore file that people write is larger. */
const MAX_BYTES = 1024 * 1024;

/** The text of an ignore file; empty when there is none that can be read. Pipes and devices are never waited for. */
export async function readRuleFile(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (file === undefined) return "";
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size === 0) return "";
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(found.size, MAX_BYTES)), 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return "";
  } finally {
    await file.close().catch(() => {});
  }
}

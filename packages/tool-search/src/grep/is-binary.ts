import { open } from "node:fs/promises";
import { createLineBlocks } from "./line-blocks.js";

const CHUNK = 1024 * 1024;

/** Whether a file asked for by name is binary: no text of ours, not searched. */
export async function isBinary(path: string, signal: AbortSignal): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const blocks = createLineBlocks();
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK, null);
      if (bytesRead === 0) return false;
      if (blocks.push(buffer.subarray(0, bytesRead)) === undefined) return true;
    }
  } finally {
    await file.close();
  }
}

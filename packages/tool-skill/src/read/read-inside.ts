import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { sep } from "node:path";

/** Bytes; a larger file is no text for a model. */
const MAX_BYTES = 1024 * 1024;

/** A text, or in a few words why there is none. `missing`: there is no such file. */
export type InsideRead =
  | { readonly text: string; readonly real: string }
  | { readonly reason: string; readonly missing?: true };

/**
 * Reads a text file that must be inside `folder` (a real path), with every link followed. What is no regular file, too
 * large or not UTF-8 is refused; pipes and devices are never waited for.
 */
export async function readInside(folder: string, path: string): Promise<InsideRead> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => error);
  if (typeof real !== "string")
    return real.code === "ENOENT" || real.code === "ENOTDIR"
      ? { reason: "there is no such file", missing: true }
      : { reason: `it cannot be read (${real.code})` };
  if (!real.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    return { reason: "it is a link that leads out of its folder" };
  try {
    const file = await open(
      real,
      constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
    );
    try {
      const found = await file.stat();
      if (!found.isFile()) return { reason: "it is not a regular file" };
      if (found.size > MAX_BYTES) return { reason: `it has ${found.size} bytes, the limit is ${MAX_BYTES}` };
      const bytes = await file.readFile();
      if (!isUtf8(bytes) || bytes.includes(0)) return { reason: "it is not UTF-8 text" };
      return { text: bytes.toString(), real };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { reason: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})` };
  }
}

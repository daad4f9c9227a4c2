import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { open, realpath, type FileHandle } from "node:fs/promises";
import { sep } from "node:path";

/** Bytes; a larger file is no text for a model. */
const MAX_BYTES = 1024 * 1024;

/** A text, or in a few words why there is none. `missing`: there is no such file. */
export type InsideRead =
  | { readonly text: string; readonly real: string; readonly cut: boolean }
  | { readonly reason: string; readonly missing?: true };

/**
 * Reads a text file that must be inside `folder` (a real path), with every link followed. What is no regular file, too
 * large or not UTF-8 is refused; pipes and devices are never waited for. With `most` at most so many bytes are read; `cut`
 * says that there are more.
 */
export async function readInside(
  folder: string,
  path: string,
  most: number = MAX_BYTES,
): Promise<InsideRead> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => error);
  if (typeof real !== "string")
    return real.code === "ENOENT" || real.code === "ENOTDIR"
      ? { reason: "there is no such file", missing: true }
      : { reason: `it cannot be read (${real.code})` };
  if (real === folder) return { reason: "it is the folder itself", missing: true };
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
      const bytes = await readStart(file, Math.min(found.size, most));
      const cut = found.size > bytes.length;
      const text = cut ? wholeCharacters(bytes) : bytes;
      if (!isUtf8(text) || text.includes(0)) return { reason: "it is not UTF-8 text" };
      return { text: text.toString(), real, cut };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { reason: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})` };
  }
}

async function readStart(file: FileHandle, most: number): Promise<Buffer> {
  const buffer = Buffer.alloc(most);
  let size = 0;
  while (size < most) {
    const { bytesRead } = await file.read(buffer, size, most - size, size);
    if (bytesRead === 0) break;
    size += bytesRead;
  }
  return buffer.subarray(0, size);
}

/** Without the beginning of a character at the end. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

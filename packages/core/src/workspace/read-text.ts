import { isUtf8 } from "node:buffer";
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { explain, WorkspaceError } from "./error.js";

/** Bytes. More than that does not go through memory in one piece. */
const MAX_BYTES = 256 * 1024 * 1024;

/** What the reading functions need to know of a path. */
export interface Target {
  /** Where the file really is. */
  readonly real: string;
  /** How messages name it. */
  readonly shown: string;
}

/**
 * Opens a regular file for reading without ever blocking: a FIFO, socket, device or folder is refused by name.
 *
 * @throws {WorkspaceError} `not_found`, `unsupported`, `denied`.
 */
export async function openFile(target: Target): Promise<{ handle: FileHandle; stat: BigIntStats }> {
  try {
    // Before opening: opening a device can already do something.
    refuseOther(await stat(target.real, { bigint: true }), target);
    const handle = await open(target.real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const opened = await handle.stat({ bigint: true });
      refuseOther(opened, target);
      return { handle, stat: opened };
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    throw explain(error, target.real, target.shown);
  }
}

/**
 * All bytes of a regular file, and its stat from before they were read.
 *
 * @throws {WorkspaceError} as `openFile`, and `too_large` above 256 MB.
 */
export async function readBytes(
  target: Target,
  signal?: AbortSignal,
): Promise<{ bytes: Uint8Array; stat: BigIntStats }> {
  const { handle, stat: opened } = await openFile(target);
  try {
    if (opened.size > MAX_BYTES) {
      const size = `${opened.size / 1048576n} MB`;
      throw new WorkspaceError(
        "too_large",
        target.real,
        `${target.shown} is too large (${size}); read a range of its lines`,
      );
    }
    return { bytes: await handle.readFile(signal ? { signal } : {}), stat: opened };
  } catch (error) {
    throw explain(error, target.real, target.shown);
  } finally {
    await handle.close();
  }
}

/**
 * Decodes UTF-8 and keeps a leading U+FEFF.
 *
 * @throws {WorkspaceError} `unsupported` for NUL bytes and for bytes that are not UTF-8, naming the first bad line.
 */
export function decodeText(bytes: Uint8Array, target: Target): string {
  const refuse = (why: string): WorkspaceError =>
    new WorkspaceError("unsupported", target.real, `${target.shown} ${why}`);
  const wide =
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (wide) throw refuse("is UTF-16 text; only UTF-8 is supported");
  if (bytes.includes(0)) throw refuse("is a binary file (it has NUL bytes)");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refuse(`is not UTF-8 text (first bad byte on line ${badLine(bytes)})`);
  }
}

function badLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start);
    const next = end === -1 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(start, next))) return line;
    start = next;
  }
  return line;
}

/** @throws {WorkspaceError} `unsupported` unless the stat is that of a regular file. */
export function refuseOther(stat: BigIntStats, target: Target): void {
  if (stat.isFile()) return;
  const kind = stat.isDirectory()
    ? "a folder, not a file"
    : stat.isFIFO()
      ? "a named pipe, not a regular file"
      : stat.isSocket()
        ? "a socket, not a regular file"
        : "a device, not a regular file";
  throw new WorkspaceError("unsupported", target.real, `${target.shown} is ${kind}`);
}

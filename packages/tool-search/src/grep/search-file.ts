import { isAscii } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { createLineBlocks } from "./line-blocks.js";
import { countLines, scanText } from "./scan-text.js";
import type { Hit } from "./types.js";

/** What is searched for, inside the worker. */
export interface FileSearch {
  readonly expression: RegExp;
  /** Bytes that are in every matching line. */
  readonly needle: Buffer | undefined;
}

/** Bytes read at a time. */
const CHUNK = 2 * 1024 * 1024;

let buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** Counts the lines of a file that match. Undefined: it is no regular file, or cannot be read. Binary files have none. */
export function countInFile(path: string, search: FileSearch): number | undefined {
  let count = 0;
  const ended = eachBlock(path, (block) => {
    if (search.needle && !block.includes(search.needle)) return true;
    count += scanText(decode(block), search.expression, undefined);
    return true;
  });
  return ended === "binary" ? 0 : ended === "unreadable" ? undefined : count;
}

/** The first `most` matching lines of a file. */
export function locateInFile(path: string, search: FileSearch, most: number): Hit[] {
  const hits: Hit[] = [];
  let before = 0;
  eachBlock(path, (block) => {
    if (!search.needle || block.includes(search.needle)) {
      const text = decode(block);
      scanText(text, search.expression, (line, start, match) => {
        const column = Buffer.byteLength(text.slice(start, match)) + 1;
        hits.push({ line: before + line + 1, column });
        return hits.length < most;
      });
    }
    before += countLines(block);
    return hits.length < most;
  });
  return hits;
}

function decode(block: Buffer): string {
  return isAscii(block) ? block.latin1Slice() : block.utf8Slice();
}

/** Reads a regular file block by block; `onBlock` ends it early by returning false. Pipes and devices are never waited for. */
function eachBlock(path: string, onBlock: (block: Buffer) => boolean): "read" | "binary" | "unreadable" {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const found = fstatSync(file);
    if (!found.isFile()) return "unreadable";
    const blocks = createLineBlocks();
    const wanted = Math.min(found.size + 1, CHUNK);
    if (buffer.length < wanted) buffer = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * buffer.length));
    for (;;) {
      const read = readSync(file, buffer, 0, buffer.length, null);
      if (read === 0) break;
      const block = blocks.push(buffer.subarray(0, read));
      if (block === undefined) return "binary";
      if (block.length > 0 && !onBlock(block)) return "read";
      // A file shorter than the buffer has been read whole.
      if (read < buffer.length && read >= found.size) break;
    }
    const last = blocks.end();
    if (last) onBlock(last);
    return "read";
  } catch {
    return "unreadable";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

declare global {
  interface Buffer {
    latin1Slice(start?: number, end?: number): string;
    utf8Slice(start?: number, end?: number): string;
  }
}

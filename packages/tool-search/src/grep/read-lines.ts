import { open } from "node:fs/promises";
import { constants } from "node:fs";
import { createLineBlocks } from "./line-blocks.js";
import { cutLine } from "./cut-line.js";
import type { Hit } from "./types.js";

/** A line of an answer. */
export interface ShownLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Bytes read at a time. */
const CHUNK = 256 * 1024;

/** Reads the lines of the hits and `context` lines around each, in order. Lines that are gone by now are left out. */
export async function readHitLines(
  path: string,
  hits: readonly Hit[],
  context: number,
  signal: AbortSignal,
): Promise<ShownLine[]> {
  const columns = new Map(hits.map(({ line, column }) => [line, column]));
  const last = Math.max(...columns.keys()) + context;
  const wanted = new Set<number>();
  for (const line of columns.keys()) {
    for (let near = line - context; near <= line + context; near += 1) wanted.add(near);
  }
  const shown: ShownLine[] = [];
  let number = 0;
  const take = (block: Buffer): void => {
    for (let start = 0; start < block.length && number < last;) {
      number += 1;
      const found = block.indexOf(10, start);
      const end = found < 0 ? block.length : found;
      if (wanted.has(number))
        shown.push({ line: number, text: cutLine(block.subarray(start, end), columns.get(number)) });
      start = end + 1;
    }
  };

  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const blocks = createLineBlocks();
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      if (number >= last) return shown;
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK, null);
      if (bytesRead === 0) break;
      const block = blocks.push(buffer.subarray(0, bytesRead));
      if (block === undefined) return shown;
      take(block);
    }
    const rest = number < last ? blocks.end() : undefined;
    if (rest) take(rest);
    return shown;
  } finally {
    await file.close();
  }
}

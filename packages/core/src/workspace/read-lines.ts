import { countNewlines } from "./count-newlines.js";
import { explain, WorkspaceError } from "./error.js";
import { decodeText, openFile, type Target } from "./read-text.js";
import type { LineRange } from "./types.js";

/** Bytes of one read. Large, because handing a read to another thread costs more than counting 256 KB of lines. */
const CHUNK = 4 * 1024 * 1024;
/** Bytes of the first read: enough for most files and most ranges. */
const FIRST = 64 * 1024;
/** Bytes of one range; keeps memory bounded whatever the file holds. */
const MAX_RANGE = 16 * 1024 * 1024;
/** Bytes: how far past the range the file is still read on, only to tell how many lines it has. */
const COUNT_ON = 4 * 1024 * 1024;

/**
 * Lines `from`..`to` (1-based, inclusive) of a file of any size, read as a stream. Only LF ends a line; a CR stays
 * in the text. The file is read no further than the range, except for up to 4 MB to learn the number of lines.
 *
 * @throws {WorkspaceError} as `openFile`; `unsupported` when the range is not text, `too_large` above 16 MB.
 */
export async function readLines(
  target: Target,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<LineRange> {
  const first = Math.max(1, from);
  const { handle, stat } = await openFile(target);
  try {
    const memory = Buffer.allocUnsafeSlow(stat.size < FIRST ? FIRST : CHUNK);
    const words = new Int32Array(memory.buffer, 0, memory.length >> 2);
    const kept: Buffer[] = [];
    let keptBytes = 0;
    let ended = 0; // lines that have ended so far
    let read = 0;
    let last = 10;
    for (;;) {
      signal?.throwIfAborted();
      const done = ended >= to || to < first;
      if (done && Number(stat.size) - read > COUNT_ON)
        return range(kept, first, ended, to, undefined, last === 10);
      const { bytesRead } = await handle.read(memory, 0, read === 0 ? FIRST : memory.length, null);
      if (bytesRead === 0) break;
      const chunk = memory.subarray(0, bytesRead);
      if (read === 0 && chunk.includes(0)) decodeText(chunk, target);
      const here = countNewlines(memory, words, bytesRead);
      if (!done && ended + here >= first - 1) {
        const start = after(chunk, first - 1 - ended);
        const end = ended + here >= to ? after(chunk, to - ended) : bytesRead;
        keptBytes += end - start;
        if (keptBytes > MAX_RANGE) {
          const text = `lines ${first} to ${to} of ${target.shown} are more than 16 MB; ask for fewer lines`;
          throw new WorkspaceError("too_large", target.real, text);
        }
        if (end > start) kept.push(Buffer.from(chunk.subarray(start, end)));
      }
      ended += here;
      read += bytesRead;
      last = chunk[bytesRead - 1]!;
    }
    return range(kept, first, ended, to, read === 0 || last === 10 ? ended : ended + 1, last === 10);
  } catch (error) {
    throw explain(error, target.real, target.shown);
  } finally {
    await handle.close();
  }

  function range(
    kept: readonly Buffer[],
    first: number,
    ended: number,
    to: number,
    total: number | undefined,
    newline: boolean,
  ): LineRange {
    const text = decodeText(Buffer.concat(kept), target);
    const last = Math.min(to, total ?? ended);
    const end = total === undefined ? {} : { total };
    if (text === "") return { text, from: 0, to: 0, ...end, finalNewline: false };
    return { text, from: first, to: last, ...end, finalNewline: last === total && newline };
  }
}

/** Offset behind the `count`-th LF of `chunk`; the chunk has at least that many. */
function after(chunk: Buffer, count: number): number {
  let offset = 0;
  for (let left = count; left > 0; left -= 1) offset = chunk.indexOf(10, offset) + 1;
  return offset;
}

/** The same answer from a text that is in memory already (an editor's buffer). */
export function linesOf(text: string, from: number, to: number): LineRange {
  const first = Math.max(1, from);
  let total = 0;
  let start = -1;
  let end = text.length;
  for (let offset = 0; offset < text.length;) {
    total += 1;
    const newline = text.indexOf("\n", offset);
    const next = newline === -1 ? text.length : newline + 1;
    if (total === first) start = offset;
    if (total === to) end = next;
    offset = next;
  }
  if (start === -1 || to < first) return { text: "", from: 0, to: 0, total, finalNewline: false };
  const last = Math.min(to, total);
  return {
    text: text.slice(start, end),
    from: first,
    to: last,
    total,
    finalNewline: last === total && text.endsWith("\n"),
  };
}

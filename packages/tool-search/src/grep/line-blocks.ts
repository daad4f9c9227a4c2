import { TextDecoder } from "node:util";

/** Bytes kept for a line that does not end; the rest of such a line is not searched. */
const MAX_LINE = 64 * 1024 * 1024;

const LF = 10;
const NOTHING = Buffer.alloc(0);

/** Cuts the bytes of a file into blocks of whole lines, in UTF-8, without a byte order mark. */
export interface LineBlocks {
  /** Undefined: the file is binary. */
  push(bytes: Buffer): Buffer | undefined;
  /** The last line, when it has no line end. */
  end(): Buffer | undefined;
}

/**
 * A byte order mark decides between UTF-8 and both UTF-16; without one a NUL byte anywhere means binary. A block that
 * `push` gives may share memory with what was pushed.
 */
export function createLineBlocks(): LineBlocks {
  let decoder: TextDecoder | undefined;
  let first = true;
  /** The pieces of a line whose end has not come; joined once. */
  let left: Buffer[] = [];
  let leftSize = 0;
  let skipping = false;

  const join = (...more: readonly Buffer[]): Buffer => {
    const all = Buffer.concat([...left, ...more]);
    left = [];
    leftSize = 0;
    return all;
  };
  const keep = (rest: Buffer): void => {
    if (rest.length === 0) return;
    left.push(Buffer.from(rest));
    leftSize += rest.length;
  };
  const cut = (bytes: Buffer): Buffer => {
    let block = bytes;
    if (skipping) {
      const end = block.indexOf(LF);
      if (end < 0) return NOTHING;
      skipping = false;
      block = block.subarray(end + 1);
    }
    const last = block.lastIndexOf(LF);
    if (last < 0 && leftSize + block.length > MAX_LINE) {
      const line = join(block, Buffer.from("\n"));
      skipping = true;
      return line;
    }
    if (last < 0) {
      keep(block);
      return NOTHING;
    }
    const whole = block.subarray(0, last + 1);
    const out = leftSize === 0 ? whole : join(whole);
    keep(block.subarray(last + 1));
    return out;
  };

  const begin = (bytes: Buffer): Buffer => {
    first = false;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
    if (bytes[0] === 0xff && bytes[1] === 0xfe) decoder = new TextDecoder("utf-16le");
    else if (bytes[0] === 0xfe && bytes[1] === 0xff) decoder = new TextDecoder("utf-16be");
    return bytes;
  };

  return {
    push(given) {
      const bytes = first && given.length > 0 ? begin(given) : given;
      if (decoder) return cut(Buffer.from(decoder.decode(bytes, { stream: true })));
      return bytes.includes(0) ? undefined : cut(bytes);
    },
    end() {
      const rest = decoder ? cut(Buffer.from(decoder.decode())) : NOTHING;
      const all = Buffer.concat([rest, join()]);
      return all.length === 0 ? undefined : all;
    },
  };
}

/** Bytes kept from each end of an output: 1 MiB. */
const KEEP_BYTES = 1024 * 1024;

/** What was kept of an output. `head` and `tail` follow each other without a seam unless `gap` is set. */
export interface Captured {
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Bytes that were written, kept or not. */
  readonly total: number;
  /** True when bytes between `head` and `tail` were dropped. */
  readonly gap: boolean;
}

const FIRST_SIZE = 16 * 1024;

/** Keeps both ends of a byte stream of any length in at most twice `keep` bytes. */
export class Capture {
  private readonly keep: number;
  private head = Buffer.alloc(0);
  private headLength = 0;
  private ring = Buffer.alloc(0);
  /** Where the next byte goes once the ring is full. */
  private at = 0;
  private filled = 0;
  private total = 0;
  private lost = false;

  constructor(keep: number = KEEP_BYTES) {
    this.keep = keep;
  }

  /** Copies what it needs: the caller may reuse `chunk`. */
  add(chunk: Uint8Array): void {
    this.total += chunk.length;
    let rest = chunk;
    if (this.headLength < this.keep) {
      const part = rest.subarray(0, this.keep - this.headLength);
      this.head = grown(this.head, this.headLength, this.headLength + part.length, this.keep);
      this.head.set(part, this.headLength);
      this.headLength += part.length;
      rest = rest.subarray(part.length);
    }
    if (rest.length > 0) this.addTail(rest);
  }

  /** Says that bytes went by unseen. */
  markLost(): void {
    this.lost = true;
  }

  read(): Captured {
    const full = this.filled === this.keep;
    const tail = full
      ? Buffer.concat([this.ring.subarray(this.at), this.ring.subarray(0, this.at)])
      : this.ring.subarray(0, this.filled);
    return {
      head: this.head.subarray(0, this.headLength),
      tail,
      total: this.total,
      gap: this.lost || this.total > this.headLength + this.filled,
    };
  }

  private addTail(bytes: Uint8Array): void {
    const part = bytes.length > this.keep ? bytes.subarray(bytes.length - this.keep) : bytes;
    this.ring = grown(this.ring, this.filled, Math.min(this.filled + part.length, this.keep), this.keep);
    const size = this.ring.length;
    if (this.filled + part.length <= size && this.filled < this.keep) {
      this.ring.set(part, this.filled);
      this.filled += part.length;
      this.at = this.filled % this.keep;
      return;
    }
    const first = part.subarray(0, this.keep - this.at);
    this.ring.set(first, this.at);
    this.ring.set(part.subarray(first.length), 0);
    this.at = (this.at + part.length) % this.keep;
    this.filled = this.keep;
  }
}

function grown(
  buffer: Buffer<ArrayBuffer>,
  used: number,
  needed: number,
  limit: number,
): Buffer<ArrayBuffer> {
  if (needed <= buffer.length) return buffer;
  const next = Buffer.alloc(Math.min(limit, Math.max(needed, buffer.length * 2, FIRST_SIZE)));
  buffer.copy(next, 0, 0, used);
  return next;
}

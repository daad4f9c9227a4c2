const NEWLINE = 10;

export interface LineSink {
  line(text: string): void;
  /** A line was longer than the limit; its bytes were dropped. */
  tooLong(): void;
}

/** Splits a byte stream at line feeds. A line of more than `maxBytes` is skipped, and the next one is read again. */
export function createLineReader(
  sink: LineSink,
  maxBytes: number,
): { push(chunk: Buffer): void; end(): void } {
  let parts: Buffer[] = [];
  let held = 0;
  let skipping = false;
  const finish = (tail: Buffer): void => {
    if (skipping) {
      skipping = false;
      return;
    }
    if (held + tail.length > maxBytes) sink.tooLong();
    else {
      const text = (parts.length === 0 ? tail : Buffer.concat([...parts, tail])).toString("utf8").trim();
      if (text !== "") sink.line(text);
    }
    parts = [];
    held = 0;
  };
  return {
    push(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        finish(chunk.subarray(from, end));
        from = end + 1;
      }
      const rest = chunk.subarray(from);
      if (skipping || rest.length === 0) return;
      parts.push(rest);
      held += rest.length;
      if (held <= maxBytes) return;
      sink.tooLong();
      parts = [];
      held = 0;
      skipping = true;
    },
    end() {
      if (!skipping && held > 0) finish(Buffer.alloc(0));
    },
  };
}

const MAX_CONTINUATIONS = 3;

/** The bytes without an unfinished UTF-8 character at their end. */
export function cutUnfinished(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(MAX_CONTINUATIONS, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return sequenceLength(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** The bytes from the first start of a UTF-8 character on. */
export function skipContinuations(bytes: Buffer): Buffer {
  let from = 0;
  while (from < MAX_CONTINUATIONS && from < bytes.length && isContinuation(bytes[from] ?? 0)) from++;
  return bytes.subarray(from);
}

/** Text of bytes that start and end at characters; what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function sequenceLength(first: number): number {
  if (first >= 0xf0 && first <= 0xf4) return 4;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xc2 && first < 0xe0 ? 2 : 1;
}

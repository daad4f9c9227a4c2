/** Each byte of the sum below may grow to 255. */
const BLOCK = 252;

/**
 * Counts LF bytes, four at a time: one native search per newline costs more than that on short lines. The masks are
 * literals because the engine does not fold module constants into the loop.
 *
 * @param words a view of the same memory as `bytes`.
 * @param length bytes to look at.
 */
export function countNewlines(bytes: Uint8Array, words: Int32Array, length: number): number {
  const whole = length >> 2;
  let count = 0;
  let index = 0;
  while (index < whole) {
    const end = Math.min(whole, index + BLOCK);
    let sum = 0;
    // Unrolled because the loop counter is a third of the cost otherwise.
    for (const four = index + ((end - index) & ~3); index < four; index += 4) {
      const a = words[index]! ^ 0x0a0a0a0a;
      const b = words[index + 1]! ^ 0x0a0a0a0a;
      const c = words[index + 2]! ^ 0x0a0a0a0a;
      const d = words[index + 3]! ^ 0x0a0a0a0a;
      sum = (sum + ((~(((a & 0x7f7f7f7f) + 0x7f7f7f7f) | 0 | a) & 0x80808080) >>> 7)) | 0;
      sum = (sum + ((~(((b & 0x7f7f7f7f) + 0x7f7f7f7f) | 0 | b) & 0x80808080) >>> 7)) | 0;
      sum = (sum + ((~(((c & 0x7f7f7f7f) + 0x7f7f7f7f) | 0 | c) & 0x80808080) >>> 7)) | 0;
      sum = (sum + ((~(((d & 0x7f7f7f7f) + 0x7f7f7f7f) | 0 | d) & 0x80808080) >>> 7)) | 0;
    }
    for (; index < end; index += 1) {
      const a = words[index]! ^ 0x0a0a0a0a;
      sum = (sum + ((~(((a & 0x7f7f7f7f) + 0x7f7f7f7f) | 0 | a) & 0x80808080) >>> 7)) | 0;
    }
    count += (sum & 255) + ((sum >>> 8) & 255) + ((sum >>> 16) & 255) + (sum >>> 24);
  }
  for (let rest = whole * 4; rest < length; rest += 1) if (bytes[rest] === 10) count += 1;
  return count;
}

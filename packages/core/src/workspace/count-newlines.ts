const LOW = 0x7f7f7f7f;
const HIGH = 0x80808080;
const LF4 = 0x0a0a0a0a;
/** Each byte of the sum below may grow to 255. */
const BLOCK = 252;

/**
 * Counts LF bytes, four at a time: one call per newline of a native search costs more than the search itself on
 * short lines. `words` must view the same memory as `bytes`.
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
      const a = words[index]! ^ LF4;
      const b = words[index + 1]! ^ LF4;
      const c = words[index + 2]! ^ LF4;
      const d = words[index + 3]! ^ LF4;
      sum = (sum + ((~(((a & LOW) + LOW) | 0 | a) & HIGH) >>> 7)) | 0;
      sum = (sum + ((~(((b & LOW) + LOW) | 0 | b) & HIGH) >>> 7)) | 0;
      sum = (sum + ((~(((c & LOW) + LOW) | 0 | c) & HIGH) >>> 7)) | 0;
      sum = (sum + ((~(((d & LOW) + LOW) | 0 | d) & HIGH) >>> 7)) | 0;
    }
    for (; index < end; index += 1) {
      const a = words[index]! ^ LF4;
      sum = (sum + ((~(((a & LOW) + LOW) | 0 | a) & HIGH) >>> 7)) | 0;
    }
    count += (sum & 255) + ((sum >>> 8) & 255) + ((sum >>> 16) & 255) + (sum >>> 24);
  }
  for (let rest = whole * 4; rest < length; rest += 1) if (bytes[rest] === 10) count += 1;
  return count;
}

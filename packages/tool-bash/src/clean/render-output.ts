import type { Captured } from "../run/capture.js";
import { cleanText } from "./clean-text.js";
import { headOf, tailOf } from "./cut.js";
import { cutUnfinished, decodeUtf8, skipContinuations } from "./decode.js";

/** Stands where the middle of an output was not kept. */
const GAP_MARKER = "[... output too large to read back in full ...]";

/** Smaller outputs are shown as they are, however odd. */
const BINARY_FROM_BYTES = 512;
const BINARY_SAMPLE_BYTES = 64 * 1024;
const BINARY_SHARE = 0.2;

/** Characters shown from each end of binary output. */
const BINARY_EXCERPT = 1000;

/** The text of an output: decoded, cleaned, with the gap marked and binary data cut down to its ends. */
export function renderOutput(captured: Captured): string {
  const { head, tail } = captured;
  const binary = isBinary(head);
  if (!captured.gap) {
    const text = cleanText(decodeUtf8(tail.length === 0 ? head : Buffer.concat([head, tail])));
    return binary ? binaryText(captured.total, text, text) : text;
  }
  const first = cleanText(decodeUtf8(cutUnfinished(head)));
  const last = cleanText(decodeUtf8(skipContinuations(tail)));
  if (binary) return binaryText(captured.total, first, last);
  return `${first}${first.endsWith("\n") ? "" : "\n"}${GAP_MARKER}\n${last}`;
}

function binaryText(bytes: number, first: string, last: string): string {
  const mark = `[binary output: ${bytes} bytes; save it to a file and inspect that with file, xxd or strings]\n`;
  if (first === last && first.length <= 2 * BINARY_EXCERPT) return mark + first;
  const from = headOf(first, BINARY_EXCERPT);
  return `${mark}${from}${from.endsWith("\n") ? "" : "\n"}[...]\n${tailOf(last, BINARY_EXCERPT)}`;
}

/** A fifth of the bytes cannot be text, NUL or other controls among them: text in an old encoding has none of these. */
function isBinary(head: Buffer): boolean {
  if (head.length < BINARY_FROM_BYTES) return false;
  const sample = head.subarray(0, BINARY_SAMPLE_BYTES);
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !isTextControl(byte)) controls++;
  if (controls < sample.length / 50) return false;
  let invalid = 0;
  for (const char of decodeUtf8(cutUnfinished(sample))) if (char === "\uFFFD") invalid++;
  return controls + invalid > sample.length * BINARY_SHARE;
}

function isTextControl(byte: number): boolean {
  return byte === 0x1b || (byte >= 0x08 && byte <= 0x0d);
}

import type { RefusalReason } from "./types.js";

export type Decoded =
  | { readonly text: string }
  | { readonly refused: Extract<RefusalReason, "encoding" | "binary">; readonly message: string };

/**
 * Bytes as text, byte order mark included. Only what can be written back byte for byte is taken: UTF-8 without NUL.
 * Texts of the refusals: `is UTF-16 text, not UTF-8`, `is a binary file`, `is not valid UTF-8 (byte 0xE9 at offset 3)`.
 */
export function decodeContent(content: string | Uint8Array): Decoded {
  if (typeof content === "string") {
    return content.includes("\0") ? { refused: "binary", message: "is a binary file" } : { text: content };
  }
  const [a, b] = content;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    return { refused: "encoding", message: "is UTF-16 text, not UTF-8" };
  }
  if (content.includes(0)) return { refused: "binary", message: "is a binary file" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content) };
  } catch {
    const offset = firstInvalid(content);
    const byte = (content[offset] ?? 0).toString(16).toUpperCase().padStart(2, "0");
    return { refused: "encoding", message: `is not valid UTF-8 (byte 0x${byte} at offset ${offset})` };
  }
}

/** Where the first byte stands that the lenient decoder replaces: its output is compared, encoded again, with the input. */
function firstInvalid(content: Uint8Array): number {
  const lenient = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(content));
  let at = 0;
  while (at < content.length && content[at] === lenient[at]) at++;
  return at;
}

import { isUtf8 } from "node:buffer";
import { charsetOf, encodingOf } from "./labels.js";
import { prescanMeta, prescanXml } from "./prescan.js";
import { decodeSingleByte } from "./single-byte.js";

export type Decoded =
  | { readonly ok: true; readonly text: string; readonly encoding: string }
  | { readonly ok: false; readonly reason: string };

/**
 * The text of a page. The encoding comes from, in this order: byte-order mark, `charset` of the Content-Type header,
 * a `meta` element in the first 4 KiB, UTF-8 when the bytes are valid UTF-8, windows-1252. Unknown names are skipped.
 * Bytes that do not fit become U+FFFD; only encodings without a decoder and UTF-16 of odd length are refused.
 */
export function decodeHtml(bytes: Uint8Array, contentType?: string): Decoded {
  const marked = byteOrderMark(bytes);
  if (marked) return decodeAs(bytes.subarray(marked.length), marked.encoding);
  const header = encodingOf(charsetOf(contentType) ?? "");
  if (header !== undefined) return decodeAs(bytes, header);
  const xml = /\bxhtml\+xml\b/i.test(contentType ?? "") ? prescanXml(bytes) : undefined;
  const declared = prescanMeta(bytes) ?? xml;
  if (declared !== undefined) return decodeAs(bytes, declared);
  return decodeAs(bytes, isUtf8(bytes) ? "utf-8" : "windows-1252");
}

function byteOrderMark(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: "utf-8", length: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: "utf-16le", length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: "utf-16be", length: 2 };
  return undefined;
}

function decodeAs(bytes: Uint8Array, encoding: string): Decoded {
  if (encoding === "replacement") return { ok: false, reason: "its character encoding cannot be decoded" };
  if (encoding.startsWith("utf-16") && bytes.length % 2 === 1) {
    return { ok: false, reason: `it is not valid ${encoding.toUpperCase()}` };
  }
  const text =
    decodeSingleByte(bytes, encoding) ??
    (encoding === "x-user-defined"
      ? userDefined(bytes)
      : new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes));
  return { ok: true, text, encoding };
}

function userDefined(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.replace(/[\u0080-\u00FF]/g, (char) => String.fromCharCode(0xf700 + char.charCodeAt(0)));
}

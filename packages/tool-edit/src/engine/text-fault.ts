import type { RefusalReason } from "./types.js";

export interface TextFault {
  readonly reason: Extract<RefusalReason, "ill_formed" | "binary">;
  /** Continues `old`, `new` or `content`. */
  readonly message: string;
}

/**
 * Why a text cannot be written to a UTF-8 file so that it reads back the same: half a surrogate pair becomes U+FFFD, and
 * a NUL makes the file binary for every tool here. Offsets are in UTF-16 units from 0.
 */
export function textFault(text: string): TextFault | undefined {
  return illFormed(text) ?? nul(text);
}

export function illFormed(text: string): TextFault | undefined {
  const at = text.search(/\p{Surrogate}/u);
  if (at < 0) return undefined;
  const code = text.charCodeAt(at).toString(16).toUpperCase();
  const message = `is ill-formed text: it holds half a surrogate pair (U+${code} at offset ${at}) — send the whole character`;
  return { reason: "ill_formed", message };
}

function nul(text: string): TextFault | undefined {
  const at = text.indexOf("\0");
  if (at < 0) return undefined;
  const message = `holds a NUL character (at offset ${at}), which would make the file binary — leave it out`;
  return { reason: "binary", message };
}

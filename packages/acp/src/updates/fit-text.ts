import { boundText } from "@mm-agent/core";

/** The text, cut in the middle so that it takes at most `maxBytes` bytes as a JSON string. */
export function fitText(text: string, maxBytes: number): string {
  const bytes = jsonBytes(text);
  if (bytes <= maxBytes) return text;
  const chars = Math.max(200, Math.floor((text.length * maxBytes) / bytes) - 200);
  return boundText(text, chars, "middle", "the session holds all of it");
}

/** Bytes of a text as it stands in a JSON line. Texts that are surely small are only estimated. */
export function jsonBytes(text: string): number {
  return text.length < 512 ? text.length * 3 : Buffer.byteLength(JSON.stringify(text));
}

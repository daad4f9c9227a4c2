/** An image that model servers take, or the reason why it is none. */
export type CheckedImage =
  | { readonly ok: true; readonly mimeType: string; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly text: string };

/** Bytes and pixels that every common provider takes. */
const MOST_BYTES = 3_700_000;
const MOST_PIXELS = 8000;

const HINT = "PNG, JPEG, GIF and WebP can be attached";

/** Judges an image by its bytes, never by its name: one that a server refuses would spoil every later request. */
export function checkImage(bytes: Uint8Array): CheckedImage {
  if (bytes.length === 0) return { ok: false, text: "the image is empty" };
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = sizeOf(data);
  if (!found) return { ok: false, text: `this is ${nameOf(data)}; ${HINT}` };
  const { mimeType, width, height } = found;
  if (width < 1 || height < 1) return { ok: false, text: "the image is damaged: its size cannot be read" };
  if (Math.max(width, height) > MOST_PIXELS)
    return {
      ok: false,
      text: `the image is ${width}x${height} pixels; at most ${MOST_PIXELS} on a side can be sent`,
    };
  if (bytes.length > MOST_BYTES)
    return { ok: false, text: `the image has ${bytes.length} bytes; at most ${MOST_BYTES} can be sent` };
  return { ok: true, mimeType, width, height };
}

/** Whether a file's first bytes are those of an image, also of a kind that cannot be sent. */
export function looksLikeImage(bytes: Uint8Array, path: string): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    sizeOf(data) !== undefined ||
    isOther(data) !== undefined ||
    /\.(?:png|jpe?g|gif|webp|avif|bmp|heic|tiff?)$/i.test(path)
  );
}

interface Size {
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

function sizeOf(data: Buffer): Size | undefined {
  const text = data.toString("latin1", 0, 16);
  if (text.startsWith("\x89PNG\r\n\x1a\n"))
    return { mimeType: "image/png", width: read32(data, 16), height: read32(data, 20) };
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a"))
    return {
      mimeType: "image/gif",
      width: data.length > 9 ? data.readUInt16LE(6) : 0,
      height: data.length > 9 ? data.readUInt16LE(8) : 0,
    };
  if (text.startsWith("\xff\xd8\xff")) return { mimeType: "image/jpeg", ...jpegSize(data) };
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP")
    return { mimeType: "image/webp", ...webpSize(data) };
  return undefined;
}

function read32(data: Buffer, at: number): number {
  return data.length >= at + 4 ? data.readUInt32BE(at) : 0;
}

// The frame header (SOF) holds the size; what stands before it is passed over segment by segment.
function jpegSize(data: Buffer): { width: number; height: number } {
  for (let at = 2; at + 9 < data.length && data[at] === 0xff;) {
    const marker = data[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2);
  }
  return { width: 0, height: 0 };
}

function webpSize(data: Buffer): { width: number; height: number } {
  if (data.length < 30) return { width: 0, height: 0 };
  const kind = data.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
  if (kind === "VP8L") {
    const bits = data.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
}

function isOther(data: Buffer): string | undefined {
  const text = data.toString("latin1", 0, 16);
  if (text.slice(4, 8) === "ftyp") return /avi[fs]/.test(text) ? "an AVIF image" : "an HEIF image or a video";
  if (text.startsWith("BM") && data.length > 26) return "a BMP image";
  if (text.startsWith("II*\0") || text.startsWith("MM\0*")) return "a TIFF image";
  return undefined;
}

function nameOf(data: Buffer): string {
  return (
    isOther(data) ??
    (/^\s*</.test(data.toString("latin1", 0, 64)) ? "text (HTML, SVG or XML), no image" : "no image")
  );
}

const HTML_START =
  /^(?:<!doctype html|<html|<head|<script|<iframe|<h1|<div|<font|<table|<a|<style|<title|<body|<br|<b|<p|<!--)(?=[\s>/]|$)/i;

/** True when bytes without a content type look like HTML (MIME sniffing standard, and XHTML after an XML declaration). */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  let head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1445)).toString("latin1");
  if (head.startsWith("\u00FF\u00FE") || head.startsWith("\u00FE\u00FF"))
    head = head.slice(2).replaceAll("\0", "");
  head = head.replace(/^\u00EF\u00BB\u00BF/, "").trimStart();
  if (/^<\?xml\s/.test(head)) return /<html[\s>]/i.test(head);
  if (head.startsWith("<!--")) return true;
  return HTML_START.test(head);
}

const SIGNATURES: readonly (readonly [start: string, type: string])[] = [
  ["\u0089PNG\r\n\u001A\n", "image/png"],
  ["GIF87a", "image/gif"],
  ["GIF89a", "image/gif"],
  ["\u00FF\u00D8\u00FF", "image/jpeg"],
  ["%PDF-", "application/pdf"],
  ["PK\u0003\u0004", "application/zip"],
  ["\u001F\u008B\u0008", "application/gzip"],
  ["\u007FELF", "application/octet-stream"],
];

/**
 * What bytes are that cannot be a page: a media type from their first bytes, or `application/octet-stream` when control
 * characters stand among the first 1,445 that no text has (MIME sniffing standard). Undefined for text in any encoding.
 */
export function binaryType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1445)).toString(
    "latin1",
  );
  const known = SIGNATURES.find(([start]) => head.startsWith(start));
  if (known) return known[1];
  // UTF-16 is full of zero bytes, and says so at its start; one or two in a page are parse errors and no more.
  if (/^(?:\u00FF\u00FE|\u00FE\u00FF)/.test(head) || looksLikeHtml(bytes)) return undefined;
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F]/.test(head)
    ? "application/octet-stream"
    : undefined;
}

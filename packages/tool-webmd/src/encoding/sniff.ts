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

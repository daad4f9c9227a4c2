import { expect, test } from "vitest";
import { decodeHtml } from "./decode.js";
import { looksLikeHtml } from "./sniff.js";

const bytes = (text: string) => Buffer.from(text, "latin1");
const read = (source: Uint8Array, type?: string) => {
  const decoded = decodeHtml(source, type);
  return decoded.ok ? `${decoded.encoding}: ${decoded.text}` : decoded.reason;
};

test.each([
  ["\xEF\xBB\xBF<meta charset=latin1>\xC3\xA9", "text/html; charset=koi8-r", "utf-8: <meta charset=latin1>é"],
  ["\xFF\xFEa\0\xE9\0", "text/html; charset=utf-8", "utf-16le: aé"],
  ["\xFE\xFF\0a", undefined, "utf-16be: a"],
  ["<meta charset=utf-8>\xF0", "text/html; charset=windows-1251", "windows-1251: <meta charset=utf-8>р"],
  ["\xC3\xA9", 'text/html; Charset="UTF-8";', "utf-8: é"],
  ["\xC3\xA9", "text/html; charset=utf8", "utf-8: é"],
  [
    "<meta charset='ISO-8859-2'>\xB1",
    "text/html; charset=nonsense",
    "iso-8859-2: <meta charset='ISO-8859-2'>ą",
  ],
  ["\xC3\xA9", undefined, "utf-8: é"],
  ["plain", undefined, "utf-8: plain"],
  ["\x93a\x94 \x80 \x81 \xE9", undefined, "windows-1252: “a” € \x81 é"],
  ["\x93a\x94", "text/html; charset=iso-8859-1", "windows-1252: “a”"],
  ["\xAA\xA4", "text/html; charset=iso-8859-16", "iso-8859-16: Ș€"],
  ['\x1B$B$"\x1B(B', "text/html; charset=iso-2022-jp", "iso-2022-jp: あ"],
  ["\xA4\xA4", "text/html; charset=gb2312", "gbk: い"],
])("the order of sources: %j with %s", (source, type, expected) => {
  expect(read(bytes(source), type)).toBe(expected);
});

test.each([
  ['<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', "koi8-r"],
  ["<meta content='text/html;charset=koi8-r' http-equiv=content-type>", "koi8-r"],
  ["<META  CHARSET = KOI8-R >", "koi8-r"],
  ["<meta charset=nonsense><meta charset=koi8-r>", "koi8-r"],
  ["<!-- <meta charset=koi8-r> -->", "windows-1252"],
  ["<script>'<meta charset=koi8-r>'</script>", "windows-1252"],
  ["<meta name=charset content=koi8-r>", "windows-1252"],
  ["<meta charset=utf-16>", "utf-8"],
  ["<meta charset=x-user-defined>", "windows-1252"],
  [`${" ".repeat(4000)}<meta charset=koi8-r>`, "koi8-r"],
  [`${" ".repeat(4096)}<meta charset=koi8-r>`, "windows-1252"],
])("meta elements: %s", (head, expected) => {
  expect(read(bytes(`${head}\xC1`)).split(":")[0]).toBe(expected);
});

test("an XML declaration counts for XHTML only", () => {
  const page = bytes('<?xml version="1.0" encoding="koi8-r"?><p>\xC1');
  expect(read(page, "application/xhtml+xml")).toMatch(/^koi8-r: /);
  expect(read(page, "text/html")).toMatch(/^windows-1252: /);
});

test("what cannot be decoded is refused, what only has broken bytes is not", () => {
  expect(read(bytes("x"), "text/html; charset=hz-gb-2312")).toBe("its character encoding cannot be decoded");
  expect(read(bytes("\xFF\xFEa\0b"))).toBe("it is not valid UTF-16LE");
  expect(read(bytes("a\xC3"), "text/html; charset=utf-8")).toBe("utf-8: a\uFFFD");
});

test.each([
  ["  \n<!DOCTYPE html><p>", true],
  ["\xEF\xBB\xBF<html>", true],
  ["<?xml version='1.0'?><html xmlns='x'>", true],
  ["<!-- c --><p>", true],
  ["<p class=x>", true],
  ["<?xml version='1.0'?><rss>", false],
  ["<parameter>", false],
  ['{"a": 1}', false],
  ["%PDF-1.7", false],
  ["plain text", false],
])("sniffing %j", (head, expected) => {
  expect(looksLikeHtml(bytes(head))).toBe(expected);
});

import { toUSVString } from "node:util";
import { expect, test } from "vitest";
import { convert } from "./convert.js";

const text = (plain: string) =>
  convert(`<p>${plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`).trimEnd();

test.each([
  ["a*b `c` [d] e\\f <g>", "a\\*b \\`c\\` \\[d\\] e\\\\f \\<g>"],
  ["snake_case _x_ __init__ a_ _b é_x_ö", "snake_case \\_x\\_ \\_\\_init\\_\\_ a\\_ \\_b é_x_ö"],
  ["# a", "\\# a"],
  ["> b", "\\> b"],
  ["- c", "\\- c"],
  ["+ d", "\\+ d"],
  ["= e", "\\= e"],
  ["| f", "\\| f"],
  ["12. g", "12\\. g"],
  ["-5 degrees", "\\-5 degrees"],
  ["1) h", "1\\) h"],
  [":-- | --", "\\:-- | --"],
  ["a # b > c - d + e = f | g 1. h", "a # b > c - d + e = f | g 1. h"],
  ["costs $5 and $6", "costs $5 and $6"],
  ["AT&T &copy; &#35; &x", "AT&T \\&copy; \\&#35; &x"],
  ["~~x~~ and ~/.bashrc", "~~x\\~\\~ and ~/.bashrc"],
  ["~5 and ~6", "~5 and ~6"],
  ["~~~", "\\~\\~\\~"],
  ["see https://a.test/b_c, www.a.test, me@a.test", "see https\\://a.test/b_c, www\\.a.test, me\\@a.test"],
  ["pkg@1.2.3 a:b http: www x@y", "pkg@1.2.3 a:b http: www x@y"],
])("text: %s", (plain, expected) => {
  expect(text(plain)).toBe(expected);
});

test("NUL and lone surrogates never reach the output", () => {
  const out = convert("<p>a\u0000b &#0; &#xD800; \uD800c</p><pre>\u0000x\uDFFF</pre>");
  expect(out).not.toContain("\u0000");
  expect(out).toBe(toUSVString(out));
});

import { expect, test } from "vitest";
import { parseUrl, spellings } from "./parse-url.js";

const read = (input: string) => {
  const parsed = parseUrl(input);
  return parsed.ok ? parsed.url.href : `${parsed.code} ${parsed.class}: ${parsed.reason}`;
};

test.each([
  ["k33g.org", "https://k33g.org/"],
  ["https//k33g.org/a", "https://k33g.org/a"],
  ["http//k33g.org", "http://k33g.org/"],
  [" http://site.test/a b ", "http://site.test/a%20b"],
  ["//site.test/x", "https://site.test/x"],
  ["localhost:8080/x", "https://localhost:8080/x"],
  ["site.test/a?b=c#d", "https://site.test/a?b=c#d"],
  ["", "3 usage: the url is empty"],
  ["  ", "3 usage: the url is empty"],
  ["http://[x", "3 usage: the url cannot be read: http://[x"],
  ["ftp://site.test", "3 usage: only http and https are supported, not ftp"],
  ["file:///etc/passwd", "3 usage: only http and https are supported, not file"],
  ["mailto:me@site.test", "3 usage: only http and https are supported, not mailto"],
  ["https://me:secret@site.test/", "3 usage: a url with a user name or password is refused"],
])("%j", (input, expected) => {
  expect(read(input)).toBe(expected);
});

test.each([
  ["HTTPS://EVIL.com", ["https://evil.com/", "evil.com/", "https://evil.com", "evil.com"]],
  ["http://127.1:8931/ok", ["http://127.0.0.1:8931/ok", "127.0.0.1:8931/ok"]],
  [
    "https//evil.com./a?b",
    ["https://evil.com./a?b", "evil.com./a?b", "https://evil.com/a?b", "evil.com/a?b"],
  ],
  ["ftp://evil.com", []],
])("spellings of %s", (input, expected) => {
  expect(spellings(input)).toEqual(expected);
});

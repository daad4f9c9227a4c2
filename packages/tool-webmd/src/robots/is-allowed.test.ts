import robotsParser from "robots-parser";
import { expect, test } from "vitest";
import { isAllowed } from "./is-allowed.js";

// Its types do not fit modules.
const parserOf = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

const may = (robots: string | Uint8Array, path: string, agent = "mm") =>
  isAllowed(robots, agent, `https://site.test${path}`);
const all = (...rules: string[]) => `User-agent: *\n${rules.join("\n")}\n`;

test.each([
  [all("Disallow: /private"), "/private/x", false],
  [all("Disallow: /private"), "/public", true],
  [all("Disallow: /", "Allow: /open"), "/open/x", true],
  [all("Disallow: /a", "Allow: /a"), "/a", true],
  [all("Disallow: /a/b", "Allow: /a"), "/a/b/c", false],
  [all("Disallow:"), "/x", true],
  [all("Disallow: /*.pdf$"), "/x/y.pdf", false],
  [all("Disallow: /*.pdf$"), "/x/y.pdf?z", true],
  [all("Disallow: /a**b"), "/axb", false],
  [all("Disallow: /a$b"), "/a$b", false],
  [all("Disallow: /*?sort="), "/list?page=1&sort=up", true],
  [all("Disallow: /*?sort="), "/list?sort=up", false],
  [all("Disallow: /file-%2A"), "/file-*", false],
  [all("Disallow: /file-%2A"), "/file-x", true],
  [all("Disallow: /%7Ejoe/%62"), "/~joe/b", false],
  [all("Disallow: /~joe/"), "/%7ejoe/b", false],
  [all("Disallow: /a%2Fb"), "/a/b", true],
  [all("Disallow: /ツ"), "/%E3%83%84", false],
  [all("Disallow: /a+(b)[c]"), "/a+(b)[c]", false],
  [all("Disallow: /"), "/robots.txt", true],
  ["", "/x", true],
  ["<!doctype html><body>Disallow: /</body>", "/x", true],
])("rules %j for %s", (robots, path, expected) => {
  expect(may(robots, path)).toBe(expected);
});

const GROUPS = `# comment
user-agent: other   # another
DISALLOW: /o

User-agent: MM
Crawl-delay: 5
Sitemap: https://site.test/s.xml
User-agent: twin

Disallow: /m
User-agent: mmbot
Disallow: /
User-agent: quiet
User-agent: *
Disallow: /star
User-agent: mm
Disallow: /more
User-agent: free
`;

test.each([
  ["mm", "/m", false],
  ["mm", "/more", false],
  ["mm", "/o", true],
  ["mm", "/star", true],
  ["twin", "/m", false],
  ["someone", "/star", false],
  ["someone", "/m", true],
  ["quiet", "/star", false],
  ["free", "/star", true],
])("groups: %s for %s", (agent, path, expected) => {
  expect(may(GROUPS, path, agent)).toBe(expected);
});

test("versions, misspellings, byte-order marks and every line end are understood", () => {
  expect(may("\uFEFFUser-agent: mm/2.0\rDisallow: /a\r\nDissallow: /b\n", "/a")).toBe(false);
  expect(may("Useragent: mm\nDissallow: /b\n", "/b")).toBe(false);
  expect(may(Buffer.from("\uFEFFUser-agent: *\nDisallow: /a"), "/a")).toBe(false);
});

test("a file cut at the size limit does not keep half a rule", () => {
  const start = `User-agent: *\n${"# filler\n".repeat(70_000)}`.slice(0, 512 * 1024 - 13);
  const cut = Buffer.from(`${start}\nDisallow: /private/files\n`);
  expect(may(cut, "/public")).toBe(true);
});

test("many wildcards take no time", () => {
  const rule = `Disallow: /${"*a".repeat(200)}b`;
  expect(may(all(rule), `/${"a".repeat(5000)}`)).toBe(true);
});

// Wherever robots-parser is right it is the reference.
test.each([
  ["User-agent: *\nDisallow: /a\nAllow: /a/b\n", ["/a", "/a/b", "/a/bc", "/b"]],
  ["User-agent: mm\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n", ["/x", "/y"]],
  ["User-agent: *\nDisallow: /*/secret\nAllow: /*.html$\n", ["/a/secret", "/a/secret/x.html", "/secret"]],
])("agrees with robots-parser: %j", (robots, paths) => {
  const parser = parserOf("https://site.test/robots.txt", robots);
  for (const path of paths)
    expect(may(robots, path), path).toBe(parser.isAllowed(`https://site.test${path}`, "mm"));
});

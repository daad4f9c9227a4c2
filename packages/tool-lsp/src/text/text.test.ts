import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { makeProject } from "../fixtures/harness.js";
import { codePoints, fromUnits, offsetAt, toUnits } from "./columns.js";
import { globToRegExp } from "./glob.js";
import { identifierAt } from "./identifiers.js";
import { nearestIdentifiers } from "./nearest.js";
import { textLines } from "./text-lines.js";
import { uriMapper } from "./uri.js";

describe("lines", () => {
  test.each([
    ["", [""]],
    ["a", ["a"]],
    ["a\n", ["a", ""]],
    ["a\r\nb\rc\n\n", ["a", "b", "c", "", ""]],
    ["a\r", ["a", ""]],
    ["a\u2028b\u000bc", ["a\u2028b\u000bc"]],
  ])("%j", (text, lines) => {
    const index = textLines(text);
    expect(Array.from({ length: index.count }, (_, at) => index.line(at))).toEqual(lines);
  });

  test("outside the text there is nothing", () => {
    expect([textLines("a").line(5), textLines("a").start(5)]).toEqual(["", 1]);
  });
});

describe("columns", () => {
  const line = "aé🎉b";
  test.each([
    ["utf-8", [0, 1, 3, 7, 8]],
    ["utf-16", [0, 1, 2, 4, 5]],
    ["utf-32", [0, 1, 2, 3, 4]],
  ] as const)("%s there and back", (encoding, units) => {
    for (const [at, index] of [0, 1, 2, 4, 5].entries()) {
      expect(toUnits(line, index, encoding)).toBe(units[at]);
      expect(fromUnits(line, units[at] ?? -1, encoding)).toBe(index);
    }
    expect(fromUnits(line, 99, encoding)).toBe(5);
  });

  test("characters are code points, also for lone surrogates", () => {
    expect([codePoints("👩‍🚀"), codePoints("\ud83d"), codePoints("\udc69\ud83d")]).toEqual([3, 1, 2]);
  });

  test("a position behind the last line is the end of the text", () => {
    expect(offsetAt(textLines("ab\nc"), { line: 7, character: 0 }, "utf-16")).toBe(4);
  });
});

test("the identifier at a column, also right behind it", () => {
  expect(identifierAt("let naïve = x", 6, ".ts")).toEqual({ start: 4, text: "naïve" });
  expect(identifierAt("foo()", 3, ".ts")).toEqual({ start: 0, text: "foo" });
  expect(identifierAt("a  b", 2, ".ts")).toBeUndefined();
});

test("suggestions are near and few", () => {
  expect(nearestIdentifiers("greet greeting hello Greet", "gret", ".ts")).toEqual(["greet", "Greet"]);
  expect(nearestIdentifiers("greet", "something", ".ts")).toEqual([]);
});

test.each([
  ["**/*.{ts,tsx}", "/a/b.tsx", true],
  ["**/*.{ts,tsx}", "b.ts", true],
  ["*.ts", "a/b.ts", false],
  ["a/**", "a/b/c", true],
  ["[!a-c]?.x", "dd.x", true],
  ["[!a-c]?.x", "ad.x", false],
  ["**/a+(b).ts", "x/a+(b).ts", true],
  ["**/[id]/*.ts", "x/i/p.ts", true],
])("glob %s over %s: %s", (glob, path, matches) => {
  expect(globToRegExp(glob).test(path)).toBe(matches);
});

test("every way to write a URI is the same path", () => {
  const project = makeProject({ "a [b]/é.ts": "" });
  const uris = uriMapper(project.dir);
  const path = project.path("a [b]/é.ts");
  for (const uri of [
    uris.toUri(path),
    pathToFileURL(path).href.replace("[", "%5B").replace("]", "%5D"),
    `file://${project.dir}/a%20[b]/%c3%a9.ts`,
  ]) {
    expect(uris.toPath(uri)).toBe(path);
  }
  expect(uris.toPath("untitled:x")).toBe("untitled:x");
  project.remove();
});

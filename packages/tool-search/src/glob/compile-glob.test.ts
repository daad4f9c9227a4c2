import { describe, expect, it } from "vitest";
import { compileGlob } from "./compile-glob.js";
import { matchParts } from "./match-parts.js";
import { parseGlob } from "./parse-glob.js";

const long = "a".repeat(250);

describe("compileGlob", () => {
  it.each([
    ["stars", `${"*a".repeat(30)}*b`],
    ["alternatives", `${"{a,a,aa}".repeat(60)}b`],
    ["folders", `${"**/".repeat(20)}b`],
  ])("is quick where an expression would backtrack without end: %s", (_what, glob) => {
    const test = compileGlob(glob);
    expect(test?.test(long)).toBe(false);
    expect(test?.test("a/".repeat(125))).toBe(false);
    expect(test?.test(glob.includes("/") ? "a/a/b" : `${"a".repeat(60)}b`)).toBe(true);
  });

  it("cannot read what is not closed, runs backwards or is beyond measure", () => {
    for (const glob of ["[a", "{a,b", "[z-a]*", "x".repeat(5000), "{".repeat(100) + "}".repeat(100)])
      expect(compileGlob(glob)).toBe(undefined);
  });
});

describe("matchParts", () => {
  it("means what the expression means", () => {
    const globs = [
      "*.ts",
      "**/a",
      "a/**",
      "**",
      "a?c",
      "[!a]b",
      "[a-c]*",
      "a/**/b",
      "😀?",
      "*",
      "a**b",
      "\\*",
      "**/b/*",
    ];
    const paths = [
      "",
      "a",
      "b",
      "a/b",
      "a/x/b",
      "a/",
      "x.ts",
      "d/x.ts",
      "abc",
      "a/c",
      "cb",
      "/b",
      "😀é",
      "*",
      "axb",
      "z/b/c",
    ];
    for (const glob of globs) {
      const follow = matchParts(parseGlob(glob) ?? []);
      const expression = compileGlob(glob);
      expect(expression).toBeInstanceOf(RegExp);
      for (const path of paths)
        expect([glob, path, follow(path)]).toEqual([glob, path, expression?.test(path)]);
    }
  });

  it("follows alternatives", () => {
    const test = compileGlob("src/{a,b{c,d}*,}.{ts,js}");
    const paths = ["src/a.ts", "src/bcx.js", "src/.ts", "src/b.ts", "src/bd.tsx", "src/bd/x.ts"];
    expect(paths.filter((path) => test?.test(path))).toEqual(["src/a.ts", "src/bcx.js", "src/.ts"]);
  });
});

import { describe, expect, it } from "vitest";
import { compileGlob } from "./compile-glob.js";
import { matchParts } from "./match-parts.js";
import { matchRuns } from "./match-runs.js";
import { parseGlob } from "./parse-glob.js";
import { spellOut } from "./spell-out.js";

const long = "a".repeat(250);

describe("compileGlob", () => {
  it.each([
    ["stars", `${"*a".repeat(30)}*b`],
    ["stars in braces", `{${"*a".repeat(30)}*b,x}`],
    ["alternatives", `${"{a,a,aa}".repeat(60)}b`],
    ["folders", `${"**/".repeat(20)}b`],
    ["folders and stars", `${"**/*a*a*/".repeat(20)}b`],
  ])("is quick where an expression would backtrack without end: %s", (_what, glob) => {
    const test = compileGlob(glob);
    expect(test?.test(long)).toBe(false);
    expect(test?.test("a/".repeat(125))).toBe(false);
    expect(test?.test(glob.includes("/") ? `${"aa/".repeat(30)}b` : `${"a".repeat(60)}b`)).toBe(true);
  });

  it("cannot read what is not closed, runs backwards or is beyond measure", () => {
    for (const glob of ["[a", "{a,b", "[z-a]*", "x".repeat(5000), "{".repeat(100) + "}".repeat(100)])
      expect(compileGlob(glob)).toBe(undefined);
  });

  it("follows alternatives", () => {
    const test = compileGlob("src/{a,b{c,d}*,}.{ts,js}");
    const paths = ["src/a.ts", "src/bcx.js", "src/.ts", "src/b.ts", "src/bd.tsx", "src/bd/x.ts"];
    expect(paths.filter((path) => test?.test(path))).toEqual(["src/a.ts", "src/bcx.js", "src/.ts"]);
  });
});

/** Everything of some length that the letters make. */
function words(letters: readonly string[], most: number): string[] {
  let last = [""];
  const all = [""];
  for (let length = 1; length <= most; length += 1) {
    last = last.flatMap((word) => letters.map((letter) => word + letter));
    all.push(...last);
  }
  return all;
}

describe("every way of matching", () => {
  it("gives the same", () => {
    const pieces = ["*", "**", "/", "a", "[!a]", "?", "{a,*b/}", "**/"];
    const globs = [
      ...words(pieces, 4).filter((_glob, at) => at % 3 === 0),
      "**/a/*a*/**/b*",
      "😀?*",
      "a**b*/*",
      "\\**",
    ];
    const paths = [
      ...words(["a", "b", "/"], 5).filter((_path, at) => at % 2 === 0),
      "😀é",
      "é😀",
      "*a",
      "a/a/ba/b/bb",
    ];
    const differing: string[] = [];
    for (const glob of globs) {
      const parts = parseGlob(glob) ?? [];
      const source = sourceOf(parts);
      const expression = new RegExp(`^${source}$`, "su");
      const together = matchParts(parts);
      const runs = spellOut(parts, 1000)?.map(matchRuns) ?? [];
      for (const path of paths) {
        const right = expression.test(path);
        if (together(path) !== right) differing.push(`together ${glob} ${path}`);
        if (runs.some((matches) => matches(path)) !== right) differing.push(`runs ${glob} ${path}`);
      }
    }
    expect(differing).toEqual([]);
  });
});

function sourceOf(parts: NonNullable<ReturnType<typeof parseGlob>>): string {
  const source = { star: "[^/]*", folders: "(?:.*/)?" };
  return parts
    .map((part) => {
      if (part.type === "one") return part.source;
      if (part.type === "below") return part.min === 0 ? ".*" : ".+";
      return part.type === "choice" ? `(?:${part.branches.map(sourceOf).join("|")})` : source[part.type];
    })
    .join("");
}

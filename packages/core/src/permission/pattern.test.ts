import { describe, expect, it } from "vitest";
import { escapePattern, literalPrefix, matchPath, matchText } from "./pattern.js";

describe("matchText", () => {
  it.each([
    ["git status", "git status", true],
    ["git status", "git status -s", false],
    ["git status*", "git status -s", true],
    ["git status *", "git status", true],
    ["git status *", "git status -s", true],
    ["git status *", "git statusx", false],
    ["* --force", "git push --force", true],
    ["echo *", "echo a\nrm b", true],
    ["a.b", "axb", false],
    [String.raw`echo \*`, "echo *", true],
    [String.raw`echo \*`, "echo a", false],
    ["l? -a", "ls -a", true],
    ["", "", true],
  ])("%j on %j: %j", (pattern, value, fits) => {
    expect(matchText(pattern, value)).toBe(fits);
  });

  it("fits exactly what was escaped", () => {
    const odd = String.raw`a*b?c\d (x) [y] $z`;
    expect(matchText(escapePattern(odd), odd)).toBe(true);
    expect(matchText(escapePattern(odd), odd.replace("*", "x"))).toBe(false);
  });
});

describe("matchPath", () => {
  it.each([
    ["src/**", "src/a/b.ts", true],
    ["src/*", "src/b.ts", true],
    ["src/*.ts", "src/a/b.ts", false],
    ["src", "src/a/b.ts", true],
    ["src/", "src/a.ts", true],
    ["./src/**", "src/a.ts", true],
    ["**/.env", ".env", true],
    ["**/.env", "a/b/.env", true],
    ["**/.env", "a/b.env", false],
    ["**/secrets/**", "a/secrets/b", true],
    ["src", "srcx/a", false],
    ["/etc/**", "/etc/hosts", true],
    ["/etc", "/etc/ssh/keys", true],
  ])("%j on %j: %j", (pattern, path, fits) => {
    expect(matchPath(pattern, path, false)).toBe(fits);
  });

  it("ignores case and separators only where the file system does", () => {
    expect(matchPath(String.raw`C:\srv\**`, "c:/Srv/a", true)).toBe(true);
    expect(matchPath("SRC/**", "src/a", false)).toBe(false);
  });
});

it("ranks patterns by their literal start, exact ones first", () => {
  expect(literalPrefix("git *")).toBe(4);
  expect(literalPrefix("git status")).toBe(11);
  expect(literalPrefix("git status*")).toBe(10);
  expect(literalPrefix(String.raw`a\*b*`)).toBe(3);
});

describe("paths on Windows (15)", () => {
  it.each([
    [String.raw`C:\srv\**`, String.raw`c:\Srv\a`],
    [String.raw`C:\srv\**`, "C:/srv/a"],
    ["c:/srv/**", String.raw`C:\SRV\a\b`],
    ["src/**", String.raw`SRC\a.ts`],
  ])("fit whatever the case and the separators: %s on %s", (pattern, path) => {
    expect(matchPath(pattern, path, true)).toBe(true);
  });
  it("stay exact elsewhere", () => {
    expect(matchPath("/srv/**", "/Srv/a", false)).toBe(false);
    expect(matchPath("src/a", String.raw`src\a`, false)).toBe(false);
  });
});

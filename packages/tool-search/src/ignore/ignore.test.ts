import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addFiles, folder, type Files } from "../fixtures/bench.js";
import { createWalkCache } from "../walk/walk-cache.js";
import { walk } from "../walk/walk.js";
import { findScope } from "./find-scope.js";

/** The files that a walk below `path` gives, sorted. */
async function walked(home: string, path = home): Promise<string[]> {
  const files: string[] = [];
  const { rules } = findScope(path, home);
  await walk({
    root: path,
    rules,
    signal: new AbortController().signal,
    maxEntries: 10_000,
    onFolder: (found) => void files.push(...found.files.map((name) => found.path + name)),
  });
  return files.toSorted();
}

function git(cwd: string, ...args: string[]): string {
  const config = ["-c", "user.name=n", "-c", "user.email=e@x", "-c", "core.excludesFile="];
  return execFileSync("git", [...config, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** The same by git itself. */
function byGit(cwd: string): string[] {
  git(cwd, "init", "-q");
  return git(cwd, "ls-files", "-z", "--others", "--cached", "--exclude-standard")
    .split("\0")
    .filter(Boolean)
    .toSorted();
}

const empty = (names: readonly string[]): Files => Object.fromEntries(names.map((name) => [name, "x"]));

describe("rules mean what git says they mean", () => {
  const paths = [
    "a.log",
    "keep.log",
    "b.txt",
    "dir/a.log",
    "dir/keep.log",
    "dir/build/x",
    "build/x",
    "build.txt",
    "deep/er/build/y",
    "foo/bar",
    "foo/baz/bar",
    "x/foo/bar",
    "docs/a.pdf",
    "docs/sub/a.pdf",
    "a/b",
    "a/x/b",
    "a/x/y/b",
    "#file",
    "!file",
    "space ",
    "file-1",
    "file-2",
    "file-a",
    "Upper",
    "upper",
    ".hidden",
    ".cfg/x",
    "[id].ts",
    "i.ts",
    "back\\slash",
    "é.txt",
  ];
  it.each<[string, string]>([
    ["names and extensions", "*.log\nb.txt\n"],
    ["negation", "*.log\n!keep.log\n"],
    ["a folder", "build/\n"],
    ["an anchored name", "/build\n"],
    ["a path", "foo/bar\ndocs/*.pdf\n"],
    ["two stars", "**/bar\na/**/b\ndocs/**\n"],
    ["negation inside an ignored folder changes nothing", "dir/\n!dir/keep.log\n"],
    ["negation inside a folder whose entries are ignored", "dir/*\n!dir/keep.log\n"],
    ["comments, escapes, blanks", "# a.log\n\\#file\n\\!file\nspace\\ \nb.txt   \n\n"],
    ["sets", "file-[0-9]\n[!a-z]*.txt\n\\[id\\].ts\n"],
    ["a question mark", "file-?\n"],
    ["letter case", "upper\n"],
    ["hidden files", ".*\n!.gitignore\n"],
    ["everything", "*\n!*/\n!*.txt\n"],
    ["CR LF and a byte order mark", "\uFEFF*.log\r\nbuild/\r\n"],
    ["unreadable globs", "[a\n*.pdf\n"],
    ["a backslash", "back\\\\slash\n"],
  ])("%s", async (_, rules) => {
    const top = folder({ ...empty(paths), ".gitignore": rules });
    const expected = byGit(top);
    expect(await walked(top)).toEqual(expected);
    expect(expected.length).toBeLessThan(paths.length + 1);
  });

  it("nested files, the nearer one deciding", async () => {
    const top = folder({
      ...empty([
        "a.txt",
        "sub/a.txt",
        "sub/b.txt",
        "sub/in/a.txt",
        "sub/in/c.txt",
        "other/a.txt",
        "other/sub/c.txt",
      ]),
      ".gitignore": "a.txt\n",
      "sub/.gitignore": "!a.txt\n/b.txt\n",
      "sub/in/.gitignore": "*\n",
      "other/.gitignore": "sub/c.txt\n",
    });
    const expected = byGit(top);
    expect(await walked(top)).toEqual(expected);
    expect(expected).toContain("sub/a.txt");
  });
});

describe("a walk", () => {
  it("obeys .ignore before .gitignore, and info/exclude last", async () => {
    const top = folder({
      ...empty(["a.txt", "b.txt", "c.txt", "d.txt"]),
      ".git/info/exclude": "c.txt\nd.txt\n",
      ".gitignore": "a.txt\n!d.txt\n",
      ".ignore": "!a.txt\nb.txt\n",
    });
    expect(await walked(top)).toEqual([".gitignore", ".ignore", "a.txt", "d.txt"]);
  });

  it("finds info/exclude of a worktree, where .git is a file", async () => {
    const top = folder({ "main/a.txt": "x" });
    const main = join(top, "main");
    git(main, "init", "-q");
    git(main, "add", ".");
    git(main, "commit", "-qm", "one");
    writeFileSync(join(main, ".git/info/exclude"), "secret.txt\n");
    git(main, "worktree", "add", "-q", "../tree");
    addFiles(top, { "tree/secret.txt": "x", "tree/b.txt": "x" });
    expect(await walked(join(top, "tree"))).toEqual(["a.txt", "b.txt"]);
  });

  it("ends the outer rules at a repository inside", async () => {
    const top = folder({
      ...empty(["a.log", "inner/a.log", "inner/b.tmp", ".git/HEAD", "inner/.git/HEAD"]),
      ".gitignore": "*.log\n",
      "inner/.gitignore": "*.tmp\n",
    });
    expect(await walked(top)).toEqual([".gitignore", "inner/.gitignore", "inner/a.log"]);
  });

  it("obeys ignore files outside of a repository, from the session's folder on and not above it", async () => {
    const top = folder({
      ...empty(["home/work/a.log", "home/work/sub/b.log", "home/work/sub/c.txt"]),
      "home/.gitignore": "*\n",
      "home/work/.gitignore": "*.log\n",
    });
    const work = join(top, "home/work");
    expect(await walked(work)).toEqual([".gitignore", "sub/c.txt"]);
    expect(await walked(work, join(work, "sub"))).toEqual(["c.txt"]);
  });

  it("obeys the files between the repository's top and the folder", async () => {
    const top = folder({
      ...empty([".git/HEAD", "p/q/a.log", "p/q/b.txt", "p/q/c.txt", "p/q/d.txt"]),
      ".gitignore": "/p/q/b.txt\n*.log\n",
      "p/.gitignore": "q/c.txt\n",
    });
    expect(await walked(join(top, "p/q"))).toEqual(["d.txt"]);
  });

  it("searches an ignored folder that is asked for by name", async () => {
    const top = folder({ ...empty([".git/HEAD", "out/a.log", "out/b.txt"]), ".gitignore": "out/\n*.log\n" });
    expect(await walked(top, join(top, "out"))).toEqual(["a.log", "b.txt"]);
  });

  it("never enters .git, follows no link and ends in loops of links", async () => {
    const top = folder(empty([".git/config", "a/b.txt"]));
    symlinkSync("..", join(top, "a/up"));
    symlinkSync("loop", join(top, "loop"));
    symlinkSync("b.txt", join(top, "a/link.txt"));
    expect(await walked(top)).toEqual(["a/b.txt"]);
  });

  it("does not wait for a pipe that is called .gitignore", async () => {
    const top = folder(empty(["a.txt"]));
    execFileSync("mkfifo", [join(top, ".gitignore")]);
    expect(await walked(top)).toEqual(["a.txt"]);
  });

  it("stops when aborted, and after the most entries", async () => {
    const top = folder(empty(["a/1", "a/2", "b/1", "b/2", "c/1"]));
    const { rules } = findScope(top, top);
    const stop = new AbortController();
    const options = { root: top, rules, signal: stop.signal, onFolder: () => {} };
    expect(await walk({ ...options, maxEntries: 4 })).toEqual({ complete: false, unreadable: 0 });
    expect(await walk({ ...options, maxEntries: 100 })).toEqual({ complete: true, unreadable: 0 });
    stop.abort(new Error("enough"));
    await expect(walk({ ...options, maxEntries: 100 })).rejects.toThrow("enough");
  });
});

describe("kept listings", () => {
  it("are read again when a folder, its rules or the rules above change", async () => {
    const top = folder({ ...empty(["sub/a.txt", "sub/b.log"]), ".gitignore": "*.log\n" });
    const cache = createWalkCache(1000);
    const seen = async (): Promise<string[]> => {
      const files: string[] = [];
      const { rules } = findScope(top, top);
      const onFolder = (found: { path: string; files: readonly string[] }) =>
        void files.push(...found.files.map((name) => found.path + name));
      await walk({
        root: top,
        rules,
        signal: new AbortController().signal,
        maxEntries: 1000,
        cache,
        onFolder,
      });
      return files.toSorted();
    };
    const settle = () => new Promise((resolve) => setTimeout(resolve, 150));
    await settle();
    expect(await seen()).toEqual([".gitignore", "sub/a.txt"]);
    expect(await seen()).toEqual([".gitignore", "sub/a.txt"]);
    addFiles(top, { "sub/c.txt": "x" });
    expect(await seen()).toEqual([".gitignore", "sub/a.txt", "sub/c.txt"]);
    await settle();
    await seen();
    writeFileSync(join(top, ".gitignore"), "a.txt\n");
    expect(await seen()).toEqual([".gitignore", "sub/b.log", "sub/c.txt"]);
    mkdirSync(join(top, "new"));
    addFiles(top, { "new/d.txt": "x" });
    expect(await seen()).toEqual([".gitignore", "new/d.txt", "sub/b.log", "sub/c.txt"]);
  });
});

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  configDir,
  ensurePrivateDir,
  findGitRoot,
  projectRoot,
  sessionKey,
  stateDir,
  statePaths,
} from "./paths.js";

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "mm-paths-")));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

test("folders follow XDG, and relative values do not count", () => {
  expect(configDir({ XDG_CONFIG_HOME: "/x" })).toBe("/x/mm");
  expect(configDir({ HOME: "/h" })).toBe("/h/.config/mm");
  expect(configDir({ HOME: "/h", XDG_CONFIG_HOME: "rel" })).toBe("/h/.config/mm");
  expect(stateDir({ HOME: "/h", XDG_STATE_HOME: "" })).toBe("/h/.local/state/mm");
  const paths = statePaths({ XDG_STATE_HOME: "/s" });
  expect([paths.sessions("k"), paths.permissions, paths.trust, paths.undo, paths.log]).toEqual([
    "/s/mm/sessions/k",
    "/s/mm/permissions.json",
    "/s/mm/trust.json",
    "/s/mm/undo",
    "/s/mm/log",
  ]);
});

test("the git root, also of worktrees, is what git says", () => {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
    });
  const repo = join(top, "repo");
  mkdirSync(join(repo, "deep", "er"), { recursive: true });
  git(repo, "init", "-q");
  git(repo, "commit", "-q", "--allow-empty", "-m", "x");
  git(repo, "worktree", "add", "-q", join(top, "tree"));
  mkdirSync(join(top, "tree", "sub"));
  for (const dir of [repo, join(repo, "deep", "er"), join(top, "tree", "sub")]) {
    expect(findGitRoot(dir)).toBe(git(dir, "rev-parse", "--show-toplevel").trim());
  }
});

test("what only looks like a repository is none", () => {
  mkdirSync(join(top, "a", ".git"), { recursive: true });
  mkdirSync(join(top, "b"));
  writeFileSync(join(top, "b", ".git"), "hello");
  expect(findGitRoot(join(top, "a"))).toBe(findGitRoot(top));
  expect(findGitRoot(join(top, "b"))).toBe(findGitRoot(top));
  expect(projectRoot(join(top, "missing"))).toBe(findGitRoot(top) ?? join(top, "missing"));
});

test("the session key is made of the real path of the root", () => {
  mkdirSync(join(top, "repo", ".git"), { recursive: true });
  mkdirSync(join(top, "repo", "sub"));
  writeFileSync(join(top, "repo", ".git", "HEAD"), "ref: refs/heads/main\n");
  symlinkSync(join(top, "repo"), join(top, "link"));
  const key = createHash("sha256").update(join(top, "repo")).digest("hex").slice(0, 16);
  expect(sessionKey(join(top, "repo"))).toBe(key);
  expect(sessionKey(join(top, "link", "sub"))).toBe(key);
});

test("private folders are for their owner only", () => {
  ensurePrivateDir(join(top, "x", "y"));
  expect(statSync(join(top, "x", "y")).mode & 0o777).toBe(0o700);
});

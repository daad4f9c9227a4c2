import { mkdirSync, renameSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeProject, type Project } from "../fixtures/harness.js";
import { watchTree, type TreeWatcher } from "./tree-watcher.js";

let project: Project;
let watcher: TreeWatcher;
const events = new Map<string, string>();

beforeEach(async () => {
  events.clear();
  project = makeProject({ "a.ts": "1", "deep/b.ts": "1", "node_modules/x/c.ts": "1" });
  watcher = watchTree(project.dir, (path, event) => events.set(path.slice(project.dir.length + 1), event));
  await watcher.settle();
});
afterEach(() => {
  watcher.close();
  project.remove();
});

test("what is there is known and not reported", () => {
  expect([...watcher.files()].map((path) => path.slice(project.dir.length + 1)).toSorted()).toEqual([
    "a.ts",
    "deep/b.ts",
  ]);
  expect(events.size).toBe(0);
});

test("changes, new and moved files, deleted ones, and whole new folders are there after settle", async () => {
  project.write("a.ts", "2");
  project.write("deep/b.ts.tmp", "2");
  renameSync(project.path("deep/b.ts.tmp"), project.path("deep/b.ts"));
  project.write("new/inner/d.ts", "1");
  project.write("node_modules/x/c.ts", "2");
  await watcher.settle();
  expect(Object.fromEntries(events)).toEqual({
    "a.ts": "changed",
    "deep/b.ts": "changed",
    "new/inner/d.ts": "created",
  });
  events.clear();
  project.write("new/inner/d.ts", "2");
  rmSync(project.path("deep"), { recursive: true });
  await watcher.settle();
  expect(Object.fromEntries(events)).toEqual({ "new/inner/d.ts": "changed", "deep/b.ts": "deleted" });
  expect([...watcher.files()]).toHaveLength(2);
});

test("a folder that is deleted and made again is followed again", async () => {
  rmSync(project.path("deep"), { recursive: true });
  await watcher.settle();
  mkdirSync(project.path("deep"));
  project.write("deep/b.ts", "3");
  await watcher.settle();
  events.clear();
  project.write("deep/b.ts", "4");
  await watcher.settle();
  expect(Object.fromEntries(events)).toEqual({ "deep/b.ts": "changed" });
});

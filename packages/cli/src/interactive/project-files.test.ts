import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { expect, it } from "vitest";
import { createProjectFiles } from "./project-files.js";

function project(): string {
  const folder = tempFolder();
  for (const file of ["a.txt", "src/deep/b.ts", "node_modules/x/index.js", "out/built.js"]) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), "");
  }
  return folder;
}

it("lists files and folders, without the heavy ones", async () => {
  const files = createProjectFiles(project());
  expect(files.list()).toEqual([]);
  await files.refresh();
  expect(files.list()).toEqual(
    ["src/", "src/deep/", "out/", "a.txt", "out/built.js", "src/deep/b.ts"].toSorted(byFolder),
  );
});

it("leaves out what git ignores", async () => {
  const folder = project();
  execFileSync("git", ["init", "-q"], { cwd: folder });
  writeFileSync(join(folder, ".gitignore"), "out\nnode_modules\n");
  let changed = 0;
  const files = createProjectFiles(folder, () => void (changed += 1));
  await files.refresh();
  expect(changed).toBe(1);
  expect(files.list()).toEqual(["src/", "src/deep/", ".gitignore", "a.txt", "src/deep/b.ts"]);
});

function byFolder(a: string, b: string): number {
  return Number(b.endsWith("/")) - Number(a.endsWith("/")) || (a < b ? -1 : 1);
}

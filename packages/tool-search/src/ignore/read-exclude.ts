import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readRuleFile } from "./read-rule-file.js";

/**
 * The text of a repository's `info/exclude`, given its `.git`: a folder, or in worktrees and submodules a file that
 * names the folder, whose `commondir` names the one all worktrees share (gitrepository-layout(5)).
 */
export function readExclude(git: string): string {
  if (isFolder(git)) return readRuleFile(`${git}/info/exclude`);
  const pointer = /^gitdir: (.+?)\r?\n?$/.exec(readRuleFile(git));
  if (!pointer?.[1]) return "";
  const folder = resolve(dirname(git), pointer[1]);
  const common = readRuleFile(resolve(folder, "commondir")).trim();
  return readRuleFile(resolve(folder, common, "info/exclude"));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

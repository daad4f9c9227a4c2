import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { readRuleFile } from "./read-rule-file.js";

/**
 * The text of a repository's `info/exclude`, given its `.git`: a folder, or in worktrees and submodules a file that
 * names the folder, whose `commondir` names the one all worktrees share (gitrepository-layout(5)).
 */
export async function readExclude(git: string): Promise<string> {
  const found = await stat(git).catch(() => undefined);
  if (found?.isDirectory()) return readRuleFile(`${git}/info/exclude`);
  const pointer = /^gitdir: (.+?)\r?\n?$/.exec(await readRuleFile(git));
  if (!pointer?.[1]) return "";
  const folder = resolve(dirname(git), pointer[1]);
  const common = (await readRuleFile(resolve(folder, "commondir"))).trim();
  return readRuleFile(resolve(folder, common, "info/exclude"));
}

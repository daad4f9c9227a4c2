import { lstat, readdir } from "node:fs";
import type { Dirent } from "node:fs";
import { enterFolder, isIgnored, type Rules } from "../ignore/rules.js";
import type { WalkedFolder } from "./walk.js";

export interface ReadFolder {
  readonly folder: WalkedFolder;
  /** The rules that hold inside. */
  readonly rules: Rules;
}

/** Lists one folder of a walk; undefined when it cannot be read. `root` and `path` end in `/`. */
export async function readFolder(root: string, path: string, outer: Rules): Promise<ReadFolder | undefined> {
  const absolute = `${root}${path}`;
  const entries = await list(absolute);
  if (entries === undefined) return undefined;
  const special = new Set<string>();
  for (const { name } of entries) if (name.startsWith(".")) special.add(name);
  const rules = special.size === 0 ? outer : await enterFolder(outer, absolute, special);

  const files: string[] = [];
  const folders: string[] = [];
  const links: string[] = [];
  const others: string[] = [];
  const ignored: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (name === ".git") continue;
    const kind = kindOf(entry) ?? (await probe(`${absolute}${name}`));
    const isFolder = kind === FOLDER;
    if (isIgnored(rules, `${absolute}${name}`, name, isFolder)) ignored.push(isFolder ? `${name}/` : name);
    else if (isFolder) folders.push(name);
    else (kind === FILE ? files : kind === LINK ? links : others).push(name);
  }
  for (const names of [files, folders, links, others, ignored]) if (names.length > 1) names.sort();
  return { folder: { path, files, folders, links, others, ignored }, rules };
}

const FILE = 0;
const FOLDER = 1;
const LINK = 2;
const OTHER = 3;

function kindOf(entry: Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink" | "isFIFO" | "isSocket">) {
  if (entry.isFile()) return FILE;
  if (entry.isDirectory()) return FOLDER;
  if (entry.isSymbolicLink()) return LINK;
  return entry.isFIFO() || entry.isSocket() ? OTHER : undefined;
}

/** Some file systems do not tell the kind with the name. */
function probe(path: string): Promise<number> {
  return new Promise((resolve) => {
    lstat(path, (error, found) => resolve(error ? OTHER : (kindOf(found) ?? OTHER)));
  });
}

/** The callback form costs half of the promise form, thousands of times. */
function list(path: string): Promise<Dirent[] | undefined> {
  return new Promise((resolve) => {
    readdir(path, { withFileTypes: true }, (error, entries) => resolve(error ? undefined : entries));
  });
}

import { lstatSync, readdirSync, type Dirent } from "node:fs";
import { enterFolder, isIgnored, type Rules } from "../ignore/rules.js";
import type { WalkedFolder } from "./walk.js";

export interface ReadFolder {
  readonly folder: WalkedFolder;
  /** The rules that hold inside. */
  readonly rules: Rules;
}

/** Lists one folder of a walk; undefined when it cannot be read. `root` and `path` end in `/`. */
export function readFolder(root: string, path: string, outer: Rules): ReadFolder | undefined {
  const absolute = `${root}${path}`;
  const entries = list(absolute);
  if (entries === undefined) return undefined;
  const special = new Set<string>();
  for (const { name } of entries) if (name.startsWith(".")) special.add(name);
  const rules = special.size === 0 ? outer : enterFolder(outer, absolute, special);

  const files: string[] = [];
  const folders: string[] = [];
  const links: string[] = [];
  const others: string[] = [];
  const ignored: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (name === ".git") continue;
    const kind = kindOf(entry) ?? probe(`${absolute}${name}`);
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
function probe(path: string): number {
  try {
    return kindOf(lstatSync(path)) ?? OTHER;
  } catch {
    return OTHER;
  }
}

function list(path: string): Dirent[] | undefined {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

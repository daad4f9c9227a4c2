import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { readInside } from "../read/read-inside.js";
import { show } from "../show.js";
import { describeSkill } from "./describe-skill.js";

export interface Skill {
  /** The file's name without `.md`, or the folder's name. */
  readonly name: string;
  /** The `name` of the front matter, when it is another one. */
  readonly alias?: string;
  readonly description: string;
  /** Real path of the skill's own text. */
  readonly path: string;
  /** Real path of the skill's folder; a flat file has none. */
  readonly folder?: string;
  /** Real path of the folder of skills that it was found in, which its text may not lie outside of. */
  readonly source: string;
}

export interface FoundSkills {
  /** Sorted by name; of several with one name the first folder's. */
  readonly skills: readonly Skill[];
  /** What looks like a skill and is none, each as `file: reason`. */
  readonly skipped: readonly string[];
}

/** Entries of one folder that are looked at. */
const MAX_ENTRIES = 1000;

/** Bytes of a skill that are read to list it: its front matter and first lines. */
const HEAD = 8 * 1024;

/** Finds the skills in the folders, in that order: `<name>.md`, else `<name>/SKILL.md`. Missing folders have none. */
export async function findSkills(folders: readonly string[]): Promise<FoundSkills> {
  const skills = new Map<string, Skill>();
  const skipped: string[] = [];
  for (const folder of folders) {
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined) continue;
    const found = await readFolder(real);
    skipped.push(...found.skipped);
    for (const skill of found.skills) if (!skills.has(skill.name)) skills.set(skill.name, skill);
  }
  const sorted = [...skills.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { skills: sorted, skipped };
}

async function readFolder(folder: string): Promise<FoundSkills> {
  const entries = await readdir(folder).catch(() => []);
  const names = entries
    .filter((name) => !name.startsWith("."))
    .toSorted()
    .slice(0, MAX_ENTRIES);
  const flat = new Set(names.filter((name) => /.\.md$/.test(name)));
  const skills: Skill[] = [];
  const skipped: string[] = [];
  for (const entry of names) {
    if (!flat.has(entry) && flat.has(`${entry}.md`)) continue;
    const path = flat.has(entry) ? join(folder, entry) : join(folder, entry, "SKILL.md");
    const read = await readInside(folder, path, HEAD);
    if ("reason" in read) {
      if (!read.missing) skipped.push(`${path}: ${read.reason}`);
      else if (!flat.has(entry)) skipped.push(...(await wronglyNamed(join(folder, entry))));
      continue;
    }
    const name = flat.has(entry) ? entry.slice(0, -3) : entry;
    const reason = read.text.trim() === "" && !read.cut ? "it is empty" : unfitName(name);
    if (reason !== undefined) {
      skipped.push(`${path}: ${reason}`);
      continue;
    }
    const { alias, description } = describeSkill(read.text, read.cut);
    skills.push({
      name,
      ...(alias === undefined || alias === name ? {} : { alias }),
      description,
      path: read.real,
      ...(flat.has(entry) ? {} : { folder: await realpath(join(folder, entry)) }),
      source: folder,
    });
  }
  return { skills, skipped };
}

/** A folder without `SKILL.md` is no skill; one with `skill.md` was meant to be one. */
async function wronglyNamed(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const near = names.find((name) => name.toLowerCase() === "skill.md");
  return near === undefined ? [] : [`${join(folder, near)}: it must be called SKILL.md`];
}

function unfitName(name: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- a name with one would break the catalogue's lines
  if (/[\u0000-\u001f\u007f]/.test(name)) return "its name has control characters";
  if (show(name) !== name) return "its name has characters that are not seen";
  if (name.trim() !== name || name.includes("\\")) return "its name has blanks around it or a backslash";
  return name.length > 100 ? "its name is longer than 100 characters" : undefined;
}

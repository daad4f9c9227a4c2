import { readdir } from "node:fs/promises";
import { join } from "node:path";

const MAX_FILES = 50;
const MAX_DEPTH = 4;

/** The files beside a skill's text, relative with `/`, sorted, at most 50; links and hidden files are not among them. */
export async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  const visit = async (path: string, depth: number): Promise<void> => {
    const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (files.length >= MAX_FILES) return;
      const below = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.name.startsWith(".") || below === "SKILL.md") continue;
      if (entry.isFile()) files.push(below);
      else if (entry.isDirectory() && depth < MAX_DEPTH) await visit(below, depth + 1);
    }
  };
  await visit("", 1);
  return files;
}

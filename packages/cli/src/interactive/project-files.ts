import { execFile } from "node:child_process";
import { opendir } from "node:fs/promises";
import { join } from "node:path";

/** Paths that are listed at most: completion over more is of no use. */
const LIMIT = 20_000;
/** How long git may take, in milliseconds. */
const GIT_MS = 3000;
/** A list older than this is read again by the next question, in milliseconds. */
const STALE_MS = 5000;
const SKIP = new Set([".git", "node_modules", ".hg", ".svn"]);

/** The folder's files for completion: read in the background, never awaited by a key. */
export function createProjectFiles(
  cwd: string,
  changed: () => void = () => {},
): { list(): readonly string[]; refresh(): Promise<void> } {
  let files: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const refresh = (): Promise<void> => {
    reading ??= listFiles(cwd)
      .then((found) => {
        files = withFolders(found);
        readAt = performance.now();
        changed();
      })
      .catch(() => {})
      .finally(() => (reading = undefined));
    return reading;
  };
  return {
    refresh,
    list() {
      if (performance.now() - readAt > STALE_MS) void refresh();
      return files;
    },
  };
}

/** What git would show, ignored files left out; without git, everything but the usual heavy folders. */
async function listFiles(cwd: string): Promise<string[]> {
  return (await gitFiles(cwd)) ?? walk(cwd);
}

function gitFiles(cwd: string): Promise<string[] | undefined> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  return new Promise((resolve) => {
    execFile("git", args, { cwd, timeout: GIT_MS, maxBuffer: 16 << 20 }, (error, stdout) => {
      resolve(error ? undefined : [...new Set(stdout.split("\0").filter(Boolean))].slice(0, LIMIT));
    });
  });
}

async function walk(root: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [""];
  for (let folder = folders.shift(); folder !== undefined && found.length < LIMIT; folder = folders.shift()) {
    const dir = await opendir(join(root, folder)).catch(() => undefined);
    if (!dir) continue;
    for await (const entry of dir) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIP.has(entry.name)) folders.push(path);
      } else found.push(path);
      if (found.length >= LIMIT) break;
    }
  }
  return found.toSorted();
}

function withFolders(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let end = file.indexOf("/"); end > 0; end = file.indexOf("/", end + 1))
      folders.add(file.slice(0, end + 1));
  return [...folders, ...files];
}

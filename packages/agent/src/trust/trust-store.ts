import { mkdir, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { realPath, stateDir } from "../config/paths.js";
import { replaceFile, withFileLock } from "../state/private-file.js";

/** One folder the person has decided about. */
export interface TrustEntry {
  /** Real path. */
  readonly folder: string;
  readonly trusted: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface TrustStore {
  /** What was decided about the nearest folder at or above `dir`; undefined when nothing was. */
  decision(dir: string): Promise<boolean | undefined>;
  /** Whether the project's own code and settings may count in `dir`; the nearest decided folder at or above it says. */
  isTrusted(dir: string): Promise<boolean>;
  /** Remembers a decision. Throws an `Error` with a text for the person when it cannot be stored. */
  setTrusted(dir: string, trusted: boolean): Promise<void>;
  /** Forgets the decision about exactly this folder; false when there is none. */
  remove(dir: string): Promise<boolean>;
  /** Every decision, by folder. */
  list(): Promise<TrustEntry[]>;
}

type Folders = Record<string, { trusted: boolean; at: string }>;

/** The decisions in `trust.json` of the state folder. A file that cannot be read trusts nothing. */
export function openTrustStore(env: Readonly<Record<string, string | undefined>>): TrustStore {
  const file = join(stateDir(env), "trust.json");
  const decision = async (dir: string): Promise<boolean | undefined> => {
    const { folders } = await read(file);
    for (let at = realPath(dir); ; at = dirname(at)) {
      const found = Object.hasOwn(folders, at) ? folders[at] : undefined;
      if (found !== undefined) return found.trusted;
      if (at === dirname(at)) return undefined;
    }
  };
  const change = async (edit: (folders: Folders) => void): Promise<void> => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await withFileLock(`${file}.lock`, async () => {
      const { folders, broken } = await read(file);
      if (broken) await rename(file, `${file}.broken`);
      edit(folders);
      await replaceFile(file, `${JSON.stringify({ version: 1, folders }, null, 2)}\n`);
    });
  };
  return {
    decision,
    isTrusted: async (dir) => (await decision(dir)) === true,
    setTrusted: (dir, trusted) =>
      change((folders) => {
        folders[realPath(dir)] = { trusted, at: new Date().toISOString() };
      }),
    async remove(dir) {
      const { folders } = await read(file);
      const name = [realPath(dir), dir].find((path) => Object.hasOwn(folders, path));
      if (name !== undefined) await change((stored) => delete stored[name]);
      return name !== undefined;
    },
    async list() {
      const { folders } = await read(file);
      return Object.entries(folders)
        .map(([folder, { trusted, at }]) => ({ folder, trusted, at }))
        .toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
    },
  };
}

async function read(file: string): Promise<{ folders: Folders; broken: boolean }> {
  const folders = Object.create(null) as Folders;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    return { folders, broken: (error as NodeJS.ErrnoException).code !== "ENOENT" };
  }
  try {
    const stored = (JSON.parse(text) as { folders?: unknown }).folders;
    if (typeof stored !== "object" || stored === null || Array.isArray(stored))
      return { folders, broken: true };
    for (const [folder, value] of Object.entries(
      stored as Record<string, { trusted?: unknown; at?: unknown } | null>,
    )) {
      // Only a clear true is a decision to trust; anything odd is none.
      folders[folder] = {
        trusted: value?.trusted === true,
        at: typeof value?.at === "string" ? value.at : "",
      };
    }
    return { folders, broken: false };
  } catch {
    return { folders, broken: true };
  }
}

import { randomBytes, randomUUID } from "node:crypto";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sessionKey, statePaths } from "../../config/paths.js";
import type { Found, SessionArchive, SessionInfo } from "../archive.js";
import type { HeaderRecord, SessionRecord } from "../records.js";
import { heldText, lockSession } from "./lock.js";
import { readRecords } from "./read-records.js";
import { renameSession } from "./rename-session.js";
import { scanSession } from "./scan-session.js";
import { toSession } from "./to-session.js";

export interface ArchiveOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The folder that holds the session files of a project. */
export function sessionFolder({ cwd, env }: ArchiveOptions): string {
  return statePaths(env).sessions(sessionKey(cwd));
}

/** The sessions of the project that `cwd` belongs to. Works without a configuration and without a runtime. */
export function openArchive(options: ArchiveOptions): SessionArchive {
  return archiveOf(sessionFolder(options));
}

/** One archive for each project that has sessions. */
export async function openArchives(env: ArchiveOptions["env"]): Promise<readonly SessionArchive[]> {
  const root = dirname(sessionFolder({ cwd: "/", env }));
  const found = await readdir(root, { withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isDirectory()).map((entry) => archiveOf(join(root, entry.name)));
}

function archiveOf(folder: string): SessionArchive {
  const idsOf = async (): Promise<string[]> => {
    const names = await readdir(folder).catch(() => [] as string[]);
    return names.filter((name) => name.endsWith(".jsonl")).map((name) => name.slice(0, -".jsonl".length));
  };
  const fileOf = (id: string): string => join(folder, `${id}.jsonl`);
  const list = async (): Promise<SessionInfo[]> => {
    const found: SessionInfo[] = [];
    for (const id of await idsOf()) {
      const info = await scanSession(id, fileOf(id)).catch(() => undefined);
      if (info) found.push(info);
    }
    return found.toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : a.changedAt > b.changedAt ? -1 : 0));
  };
  const find = async (wanted: string): Promise<Found<SessionInfo>> => {
    if (wanted === "latest") {
      const newest = (await list()).find((info) => info.prompts > 0);
      return newest
        ? { ok: true, value: newest }
        : { ok: false, text: "there is no session of this folder yet" };
    }
    const ids = await idsOf();
    const fits = ids.includes(wanted) ? [wanted] : ids.filter((id) => wanted !== "" && id.startsWith(wanted));
    const [id] = fits;
    if (id === undefined)
      return {
        ok: false,
        text: `no session of this folder begins with ${JSON.stringify(wanted)}; mm sessions list shows them`,
      };
    if (fits.length > 1)
      return {
        ok: false,
        text: `${fits.length} sessions begin with ${wanted}: ${fits.slice(0, 5).join(", ")}`,
      };
    try {
      const info = await scanSession(id, fileOf(id));
      return info ? { ok: true, value: info } : { ok: false, text: `session ${id} is empty: ${fileOf(id)}` };
    } catch (error) {
      return { ok: false, text: `session ${id} cannot be read: ${(error as Error).message}` };
    }
  };
  return {
    list,
    find,
    async load(wanted) {
      const found = await find(wanted);
      if (!found.ok) return found;
      const { id, file } = found.value;
      try {
        const { records, notices } = await readRecords(file);
        return { ok: true, value: toSession(id, file, records, notices) };
      } catch (error) {
        return { ok: false, text: `session ${id} cannot be read: ${(error as Error).message}` };
      }
    },
    async delete(wanted) {
      const found = await find(wanted);
      if (!found.ok) return found;
      const { id, file } = found.value;
      const locked = await lockSession(file);
      if (!locked.ok) return { ok: false, text: heldText(id, locked.holder) };
      await rm(file, { force: true });
      await locked.lock.release();
      return found;
    },
    async fork(wanted, upTo) {
      const found = await find(wanted);
      if (!found.ok) return found;
      const { records } = await readRecords(found.value.file);
      const end = upTo === undefined ? records.length - 1 : records.findIndex((record) => record.id === upTo);
      if (end < 0) return { ok: false, text: `session ${found.value.id} has no record ${upTo}` };
      const id = randomUUID();
      const file = fileOf(id);
      const copy = asFork(id, found.value.id, records.slice(0, end + 1));
      const next = `${file}.${randomBytes(4).toString("hex")}`;
      await writeFile(next, copy.map((record) => `${JSON.stringify(record)}\n`).join(""), {
        mode: 0o600,
        flush: true,
      });
      await rename(next, file);
      return find(id);
    },
    async rename(wanted, title) {
      const found = await find(wanted);
      if (!found.ok) return found;
      const renamed = await renameSession(found.value, title);
      return renamed === undefined ? find(found.value.id) : { ok: false, text: renamed };
    },
  };
}

function asFork(id: string, from: string, records: readonly SessionRecord[]): readonly SessionRecord[] {
  const at = new Date().toISOString();
  const [first, ...rest] = records;
  if (first?.type !== "header") return records;
  const header: HeaderRecord = { ...first, session: id, forkOf: from, journal: first.journal ?? from };
  const mark: SessionRecord = {
    type: "set",
    id: randomBytes(6).toString("hex"),
    parent: records.at(-1)?.id ?? null,
    at,
  };
  return [header, ...rest, mark];
}

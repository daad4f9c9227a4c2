import { randomBytes } from "node:crypto";
import { appendFile, truncate } from "node:fs/promises";
import type { SessionInfo } from "../archive.js";
import type { SetRecord } from "../records.js";
import { heldText, lockSession } from "./lock.js";
import { readRecords } from "./read-records.js";

/** Appends the title to a session file that nobody has open. Returns why not. */
export async function renameSession({ id, file }: SessionInfo, title: string): Promise<string | undefined> {
  const locked = await lockSession(file);
  if (!locked.ok) return heldText(id, locked.holder);
  try {
    const { records, repair } = await readRecords(file);
    if (repair.kind === "cut") await truncate(file, repair.cutTo);
    const record: SetRecord = {
      type: "set",
      id: randomBytes(6).toString("hex"),
      parent: records.at(-1)?.id ?? null,
      at: new Date().toISOString(),
      title,
    };
    await appendFile(file, `${repair.kind === "newline" ? "\n" : ""}${JSON.stringify(record)}\n`, {
      flush: true,
    });
    return undefined;
  } catch (error) {
    return `session ${id} cannot be renamed: ${(error as Error).message}`;
  } finally {
    await locked.lock.release();
  }
}

import type { Redactor } from "@mm-agent/core";
import type { Found, SessionArchive } from "../archive.js";
import type { Reopened } from "../session-options.js";
import { createFileStore } from "./file-store.js";
import { heldText, lockSession } from "./lock.js";
import { readRecords } from "./read-records.js";
import { toSession } from "./to-session.js";

export interface ReopenOptions {
  readonly archive: SessionArchive;
  readonly redactor: Redactor;
  onError(text: string): void;
}

/** Takes a stored session for this process: locks it, reads it, and gives a store that goes on with its file. */
export async function reopenSession(id: string, options: ReopenOptions): Promise<Found<Reopened>> {
  const found = await options.archive.find(id);
  if (!found.ok) return found;
  const { file } = found.value;
  const locked = await lockSession(file).catch((error: unknown) => String(error));
  if (typeof locked === "string")
    return { ok: false, text: `session ${found.value.id} cannot be opened: ${locked}` };
  if (!locked.ok) return { ok: false, text: heldText(found.value.id, locked.holder) };
  try {
    // Read only now: until the lock was taken, another process may have been writing.
    const { records, notices, repair } = await readRecords(file);
    const loaded = toSession(found.value.id, file, records, notices);
    const { redactor, onError } = options;
    const store = createFileStore({
      id: loaded.id,
      file,
      redactor,
      onError,
      resumed: { lock: locked.lock, repair },
    });
    return { ok: true, value: { loaded, store } };
  } catch (error) {
    await locked.lock.release();
    return { ok: false, text: `session ${found.value.id} cannot be read: ${(error as Error).message}` };
  }
}

import { randomBytes } from "node:crypto";
import type { RecordBody, SessionRecord } from "./records.js";
import type { SessionStore } from "./types.js";

/** Gives records their ids and puts them into a store, one after another. */
export interface Recorder {
  /** `saved` resolves when the record is on disk. */
  add(body: RecordBody): { readonly id: string; readonly saved: Promise<void> | void };
}

/** `last` is the id of the newest record of a session that goes on. */
export function createRecorder(store: SessionStore, last: string | null): Recorder {
  let parent = last;
  return {
    add(body) {
      const id = randomBytes(6).toString("hex");
      // The type comes first in the line, so that a file can be scanned without parsing all of it.
      const { type, ...rest } = body;
      const record = { type, id, parent, at: new Date().toISOString(), ...rest } as SessionRecord;
      parent = id;
      return { id, saved: store.append(record) };
    },
  };
}

import { WorkspaceError } from "./error.js";
import { hashOf } from "./hash.js";
import type { Journal, JournalEntry } from "./journal.js";
import { lockKeys } from "./lock-keys.js";
import { withLocks } from "./lock.js";
import { statOrNull } from "./stat-or-null.js";
import { readBytes } from "./read-text.js";
import { versionOf } from "./version.js";
import { transact } from "./write.js";

export interface UndoResult {
  /** Real path of the file. */
  readonly path: string;
  readonly ok: boolean;
  /** What was done or why not, for a person. */
  readonly text: string;
}

/** Takes back what the calls wrote, file by file; the newest write of a file must still be what is there. */
export async function undo(journal: Journal, callIds: readonly string[]): Promise<UndoResult[]> {
  const wanted = new Set(callIds);
  const all = await journal.entries();
  const paths = [...new Set(all.filter((entry) => wanted.has(entry.callId)).map((entry) => entry.path))];
  const results: UndoResult[] = [];
  for (const path of paths) {
    const writes = all.filter((entry) => entry.path === path);
    results.push(await withLocks(await lockKeys([path]), () => undoFile(journal, path, writes, wanted)));
  }
  return results;
}

async function undoFile(
  journal: Journal,
  path: string,
  writes: readonly JournalEntry[],
  wanted: ReadonlySet<string>,
): Promise<UndoResult> {
  const refuse = (text: string): UndoResult => ({ path, ok: false, text: `${path}: ${text}` });
  try {
    const mine = writes.filter((entry) => wanted.has(entry.callId));
    const oldest = mine[0];
    const newest = mine.at(-1);
    if (!oldest || !newest) return refuse("nothing was written here");
    const found = await statOrNull(path);
    const now = found && hashOf((await readBytes({ real: path, shown: path })).bytes);
    if (now !== newest.after) return refuse("not undone, it was changed since");
    for (const [index, entry] of mine.entries()) {
      const next = mine[index + 1];
      if (next && next.before !== entry.after) return refuse("not undone, it was changed in between");
    }
    const content = oldest.before === null ? null : await journal.content(oldest.before);
    if (oldest.before !== null && content === null)
      return refuse("not undone, its earlier content is no longer kept");
    await transact(
      [
        {
          entry: {
            path,
            content,
            expect: found && versionOf(found),
            ...(oldest.mode === undefined ? {} : { mode: oldest.mode }),
          },
          target: { abs: path, real: path, shown: path },
        },
      ],
      {},
    );
    await journal.cancel(mine.map((entry) => entry.id));
    const text = content === null ? "deleted again" : found ? "put back" : "created again";
    return { path, ok: true, text: `${path}: ${text}` };
  } catch (error) {
    if (error instanceof WorkspaceError) return { path, ok: false, text: `not undone: ${error.message}` };
    throw error;
  }
}

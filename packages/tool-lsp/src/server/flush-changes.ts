import type { UriMapper } from "../text/uri.js";
import type { Documents } from "./documents.js";
import type { FileEvent, Registrations } from "./registrations.js";

export interface FlushTarget {
  readonly root: string;
  readonly documents: Documents;
  readonly registrations: Registrations;
  readonly uris: UriMapper;
  readonly extensions: readonly string[];
  notify(method: string, params: unknown): void;
}

/** Folders of build output: showing their files to a server would make it load what nobody edits. */
const OUTPUT = /[\\/](?:dist|build|out|target|coverage|vendor|\.[^\\/]+)[\\/]/u;
/** Files shown to a server that watches nothing, at a time. */
const MOST_SHOWN = 64;

const EVENT_NUMBER: Record<FileEvent, number> = { created: 1, changed: 2, deleted: 3 };

/**
 * Tells a server what changed on disk: open files as changes, others as watched files where it asked for them. A server
 * that watches nothing learns of a file only by being shown it.
 *
 * @returns whether anything but a file that was open changed for the server.
 */
export async function flushChanges(
  target: FlushTarget,
  noted: ReadonlyMap<string, FileEvent>,
  signal?: AbortSignal,
): Promise<boolean> {
  const { documents, registrations, uris, extensions } = target;
  const events: { uri: string; type: number }[] = [];
  const tell = (path: string, event: FileEvent): boolean => {
    if (!registrations.watches(path, event)) return false;
    events.push({ uri: uris.toUri(path), type: EVENT_NUMBER[event] });
    return true;
  };
  const moved = new Set(await documents.refresh(signal));
  for (const path of moved) tell(path, "changed");
  const unseen: string[] = [];
  for (const [path, event] of noted) {
    if (moved.has(path) || tell(path, event) || event === "deleted") continue;
    if (unseen.length >= MOST_SHOWN || OUTPUT.test(path.slice(target.root.length))) continue;
    if (extensions.some((extension) => path.endsWith(extension))) unseen.push(path);
  }
  if (events.length > 0) target.notify("workspace/didChangeWatchedFiles", { changes: events });
  for (const path of unseen) await documents.ensure(path, signal).catch(() => undefined);
  return moved.size + events.length + unseen.length > 0;
}

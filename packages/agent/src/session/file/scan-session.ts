import { readFile, stat } from "node:fs/promises";
import type { SessionInfo } from "../archive.js";
import type { HeaderRecord, SetRecord, UserRecord, SessionRecord } from "../records.js";
import { titleFrom } from "../title.js";
import { holderOf } from "./lock.js";

/**
 * What a list shows of a session. Only the lines that say something about it are parsed: a folder of long sessions is
 * listed at the speed of reading. Undefined for a file without a single record.
 */
export async function scanSession(id: string, file: string): Promise<SessionInfo | undefined> {
  const bytes = await readFile(file);
  let header: HeaderRecord | undefined;
  let set: SetRecord | undefined;
  let title: string | undefined;
  let first: UserRecord | undefined;
  let prompts = 0;
  let last: number | undefined;
  let before: number | undefined;
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    const stop = end < 0 ? bytes.length : end;
    while (bytes[at] === 0) at += 1;
    const head = bytes.toString("latin1", at, Math.min(stop, at + 20));
    if (head.startsWith('{"type":"')) {
      before = last;
      last = at;
    }
    if (head.startsWith('{"type":"header"')) header ??= parse(bytes, at, stop) as HeaderRecord | undefined;
    else if (head.startsWith('{"type":"set"')) {
      const found = parse(bytes, at, stop) as SetRecord | undefined;
      if (found?.model !== undefined) set = found;
      title = found?.title ?? title;
    } else if (head.startsWith('{"type":"user"')) {
      const found = parse(bytes, at, stop) as UserRecord | undefined;
      if (found?.prompt !== undefined) {
        prompts += 1;
        first ??= found;
      }
    }
    at = stop + 1;
  }
  const newest = newestOf(bytes, last) ?? newestOf(bytes, before);
  if (!header && !newest) return undefined;
  const holder = await holderOf(file);
  const changed = newest?.at ?? (await stat(file)).mtime.toISOString();
  return {
    id,
    file,
    title: title ?? titleFrom(first?.prompt ?? ""),
    cwd: header?.cwd ?? "",
    model: set?.model ?? header?.model ?? "",
    startedAt: header?.at ?? changed,
    changedAt: changed,
    prompts,
    bytes: bytes.length,
    ...(holder ? { openIn: holder.pid } : {}),
    ...(header?.forkOf === undefined ? {} : { forkOf: header.forkOf }),
  };
}

function newestOf(bytes: Buffer, at: number | undefined): SessionRecord | undefined {
  if (at === undefined) return undefined;
  const end = bytes.indexOf(10, at);
  return parse(bytes, at, end < 0 ? bytes.length : end) as SessionRecord | undefined;
}

function parse(bytes: Buffer, from: number, to: number): unknown {
  try {
    return JSON.parse(bytes.toString("utf8", from, to).replaceAll("\0", ""));
  } catch {
    return undefined;
  }
}

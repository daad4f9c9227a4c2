import type { Found, SessionArchive, SessionInfo } from "./archive.js";
import type { SessionRecord } from "./records.js";

/** A turn in the tree of a session and its copies: copies share the records they were made from. */
export interface TreeTurn {
  /** Id of the record of the prompt. */
  readonly record: string;
  readonly prompt: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** A session that holds the turn: the current one if it does. */
  readonly session: string;
  /** The record before the prompt: a copy up to it can be asked something else. */
  readonly before: string;
  /** The last record of the turn: a copy up to it goes on behind the turn. */
  readonly last: string;
  /** Sessions whose newest turn this is. */
  readonly tips: readonly SessionInfo[];
  readonly children: readonly TreeTurn[];
}

export interface SessionTree {
  readonly turns: readonly TreeTurn[];
  /** Records of the prompts of the session that was asked for, in order. */
  readonly path: readonly string[];
  /** Copies that were left out: there are too many, or they cannot be read. */
  readonly left: number;
}

/** Sessions that are read for one tree. */
const MOST = 50;

type Growing = TreeTurn & { readonly tips: SessionInfo[]; readonly children: Growing[] };

/**
 * The turns of a session together with those of the sessions it was copied from and of their copies, as one tree. Turns
 * that were taken out again are left out.
 */
export async function sessionTree(archive: SessionArchive, id: string): Promise<Found<SessionTree>> {
  const infos = await archive.list();
  const byId = new Map(infos.map((info) => [info.id, info]));
  const current = byId.get(id);
  if (!current) return { ok: false, text: `session ${id} has no file yet` };
  const origin = originOf(current, byId);
  const family = infos.filter((info) => info !== current && originOf(info, byId) === origin);
  const turns: Growing[] = [];
  const known = new Map<string, Growing>();
  let path: readonly string[] = [];
  let left = Math.max(0, family.length + 1 - MOST);
  for (const info of [current, ...family.slice(0, MOST - 1)]) {
    const loaded = await archive.load(info.id);
    if (!loaded.ok) {
      if (info === current) return loaded;
      left += 1;
      continue;
    }
    const own = addTurns(info, loaded.value.records, { turns, known });
    if (info === current) path = own;
  }
  return { ok: true, value: { turns, path, left } };
}

/** The oldest session that this one comes from, also when its file is gone. */
function originOf(info: SessionInfo, byId: ReadonlyMap<string, SessionInfo>): string {
  const seen = new Set<string>();
  let at = info;
  while (at.forkOf !== undefined && !seen.has(at.id)) {
    seen.add(at.id);
    const from = byId.get(at.forkOf);
    if (!from) return at.forkOf;
    at = from;
  }
  return at.id;
}

interface Forest {
  readonly turns: Growing[];
  readonly known: Map<string, Growing>;
}

function addTurns(info: SessionInfo, records: readonly SessionRecord[], { turns, known }: Forest): string[] {
  const dropped = new Set(records.flatMap((record) => (record.type === "drop" ? [record.record] : [])));
  const path: string[] = [];
  let siblings = turns;
  let newest: Growing | undefined;
  for (const [index, record] of records.entries()) {
    if (record.type !== "user" || record.prompt === undefined || dropped.has(record.id)) continue;
    let turn = known.get(record.id);
    if (!turn) {
      turn = {
        record: record.id,
        prompt: record.prompt,
        at: record.at,
        session: info.id,
        before: records[index - 1]?.id ?? "",
        last: lastOf(records, index),
        tips: [],
        children: [],
      };
      known.set(record.id, turn);
      siblings.push(turn);
      siblings.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    }
    path.push(record.id);
    siblings = turn.children;
    newest = turn;
  }
  newest?.tips.push(info);
  return path;
}

function lastOf(records: readonly SessionRecord[], from: number): string {
  const next = records.findIndex(
    (record, index) => index > from && record.type === "user" && record.prompt !== undefined,
  );
  return (records[next < 0 ? records.length - 1 : next - 1] ?? records[from]!).id;
}

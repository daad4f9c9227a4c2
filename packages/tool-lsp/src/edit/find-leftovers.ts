import { extname } from "node:path";
import { findOccurrences } from "../text/occurrences.js";
import { textLines } from "../text/text-lines.js";
import { shownPath } from "../tool/locations.js";
import type { Call } from "../tool/types.js";
import type { PlannedEdit } from "./plan-edit.js";

const MAX_FILES = 3000;
const MAX_MS = 2000;
const AT_ONCE = 32;

/** Where to look, and when to stop. */
interface Scope {
  readonly extensions: readonly string[];
  readonly root: string;
  /** Files. */
  readonly most: number;
  readonly ms: number;
}

/**
 * Files the rename did not touch in which the old name still stands as code, as `path:line`. A server that knows only a
 * part of the project leaves such files behind; so does another symbol of the same name.
 */
export async function findLeftovers(
  call: Call,
  planned: PlannedEdit,
  oldName: string,
  scope?: Scope,
): Promise<string[]> {
  const touched = new Set(planned.files.map((file) => file.path));
  const { spec, root: own } = planned.server;
  const { extensions, root, most, ms } = scope ?? {
    extensions: spec.extensions,
    root: own,
    most: MAX_FILES,
    ms: MAX_MS,
  };
  const candidates = [...call.session.pool.files()]
    .filter((path) => extensions.includes(extname(path)) && !touched.has(path) && path.startsWith(root))
    .toSorted()
    .slice(0, most);
  const found: string[] = [];
  const end = Date.now() + ms;
  for (let at = 0; at < candidates.length && Date.now() < end && !call.ctx.signal.aborted; at += AT_ONCE) {
    const rows = await Promise.all(
      candidates.slice(at, at + AT_ONCE).map((path) => leftoverIn(call, path, oldName)),
    );
    found.push(...rows.filter((row) => row !== undefined));
  }
  return found;
}

async function leftoverIn(call: Call, path: string, oldName: string): Promise<string | undefined> {
  const text = await call.ctx.workspace.readText(path, call.ctx.signal).catch(() => "");
  if (!text.includes(oldName)) return undefined;
  const [first] = findOccurrences(textLines(text), oldName, extname(path)).filter(
    (at) => at.kind === "code" || at.kind === "module",
  );
  return first && `${shownPath(call, path)}:${first.line + 1}`;
}

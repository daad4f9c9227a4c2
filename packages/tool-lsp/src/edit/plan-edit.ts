import { diffLines, formatPatch, type FileChange } from "@mm-agent/core";
import type { LanguageServer } from "../server/language-server.js";
import type { Encoding } from "../text/columns.js";
import { textLines, type TextLines } from "../text/text-lines.js";
import { failure } from "../tool/failure.js";
import { shownPath } from "../tool/locations.js";
import type { Call, Outcome } from "../tool/types.js";
import type { TextEdit } from "../protocol/types.js";
import { applyTextEdits } from "./apply-text-edits.js";
import type { EditStep } from "./read-workspace-edit.js";

/** A file a plan changes. */
interface PlannedFile {
  readonly path: string;
  /** The workspace's version the file must still have; null: it must not exist. */
  readonly version: string | null;
  /** Text before and after, with a byte order mark where the file has one; null: no such file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Number of text edits. */
  readonly edits: number;
  readonly change: FileChange;
}

/** Everything an edit does, worked out without touching a file. */
export interface PlannedEdit {
  readonly server: LanguageServer;
  readonly files: readonly PlannedFile[];
  readonly edits: number;
  readonly moves: readonly { readonly from: string; readonly to: string }[];
}

/** Gives the encoding in which the edits of a file make sense, or what is wrong with them. */
export type CheckEdits = (
  path: string,
  lines: TextLines,
  edits: readonly TextEdit[],
) => { readonly encoding: Encoding } | { readonly problem: string };

interface Draft {
  readonly version: string | null;
  readonly before: string | null;
  now: string | null;
  edits: number;
}

/** The server worked on an older text than the file has: the question must be put again. */
export class StaleEdit extends Error {
  override readonly name = "StaleEdit";
}

/**
 * Works out a server's edit on texts in memory. Refuses as a whole: paths outside the project or in `node_modules`,
 * overlapping edits, edits that fail `check`, file operations that cannot be done.
 *
 * @throws {StaleEdit} when a file is not what the server saw.
 */
export async function planEdit(
  call: Call,
  server: LanguageServer,
  steps: readonly EditStep[],
  what: string,
  check?: CheckEdits,
): Promise<Outcome<PlannedEdit>> {
  const drafts = new Map<string, Draft>();
  const moves: { from: string; to: string }[] = [];
  const { workspace, signal } = call.ctx;
  const refuse = (problem: string): Outcome<PlannedEdit> => ({
    ok: false,
    result: failure("failed", `${server.name}: ${what} refused: ${problem} — nothing was written`),
  });

  const load = async (path: string): Promise<Draft | string> => {
    const known = drafts.get(path);
    if (known) return known;
    const shown = shownPath(call, path);
    if (!path.startsWith("/") && !/^[A-Za-z]:[\\/]/u.test(path))
      return `it changes ${path}, which is not a file`;
    if (workspace.resolve(path).outside) return `it changes ${path}, which is outside the project`;
    if (/[\\/]node_modules[\\/]/u.test(path)) return `it changes ${shown}, which belongs to a dependency`;
    if ((await workspace.stat(path))?.kind === "directory") return `it moves or deletes the folder ${shown}`;
    const version = await workspace.version(path);
    const before = version === null ? null : await workspace.readText(path, signal);
    const draft: Draft = { version, before, now: before, edits: 0 };
    drafts.set(path, draft);
    return draft;
  };

  for (const step of steps) {
    const draft = await load(step.path);
    if (typeof draft === "string") return refuse(draft);
    const shown = shownPath(call, step.path);
    if (step.kind === "edit") {
      if (draft.now === null) return refuse(`it edits ${shown}, which does not exist`);
      const mark = draft.now.startsWith("\ufeff") ? "\ufeff" : "";
      const lines = textLines(draft.now.slice(mark.length));
      const open = server.documents.get(step.path);
      if (
        draft.now === draft.before &&
        open &&
        (open.lines.text !== lines.text || (step.version !== null && step.version !== open.version))
      ) {
        throw new StaleEdit(`${shown} changed while the server worked`);
      }
      const verdict = check?.(step.path, lines, step.edits) ?? { encoding: server.encoding };
      if ("problem" in verdict) return refuse(verdict.problem);
      const after = applyTextEdits(lines, step.edits, verdict.encoding);
      if (after === undefined) return refuse(`its edits of ${shown} overlap`);
      draft.now = mark + after;
      draft.edits += step.edits.length;
    } else if (step.kind === "create") {
      if (draft.now !== null && !step.overwrite) {
        if (step.ignore) continue;
        return refuse(`it creates ${shown}, which exists`);
      }
      draft.now = "";
    } else if (step.kind === "delete") {
      if (draft.now === null && !step.ignore) return refuse(`it deletes ${shown}, which does not exist`);
      draft.now = null;
    } else {
      const target = await load(step.to);
      if (typeof target === "string") return refuse(target);
      if (draft.now === null) return refuse(`it moves ${shown}, which does not exist`);
      if (target.now !== null && !step.overwrite) {
        if (step.ignore) continue;
        return refuse(`it moves ${shown} to ${shownPath(call, step.to)}, which exists`);
      }
      target.now = draft.now;
      target.edits += draft.edits;
      draft.now = null;
      draft.edits = 0;
      moves.push({ from: step.path, to: step.to });
    }
  }
  const files = [...drafts]
    .filter(([, draft]) => draft.now !== draft.before)
    .map(([path, draft]): PlannedFile => ({
      path,
      version: draft.version,
      before: draft.before,
      after: draft.now,
      edits: draft.edits,
      change: changeOf(path, draft),
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    ok: true,
    value: { server, files, moves, edits: files.reduce((sum, file) => sum + file.edits, 0) },
  };
}

function changeOf(path: string, draft: Draft): FileChange {
  const { hunks, added, removed } = diffLines(draft.before ?? "", draft.now ?? "");
  return { path, patch: formatPatch(hunks), added, removed, before: draft.before, after: draft.now };
}

import type { Ctx } from "@mm-agent/core";
import { diagnosticRow } from "../actions/diagnostics.js";
import type { Diagnostic } from "../protocol/types.js";
import { diagnose } from "../server/diagnose.js";
import type { LanguageServer } from "../server/language-server.js";
import { shownPath } from "../tool/locations.js";
import type { Session } from "../tool/types.js";

export interface EditedFiles {
  readonly ctx: Ctx;
  readonly session: Session;
  readonly paths: readonly string[];
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** Errors per file as they were last seen, to tell new ones from old ones. */
const seen = new WeakMap<LanguageServer, Map<string, ReadonlySet<string>>>();
const MOST_SHOWN = 10;

/** The text to append to an edit's result; undefined when there is no new error. */
export async function errorsAfterEdit(edited: EditedFiles): Promise<string | undefined> {
  const rows: string[] = [];
  for (const path of edited.paths) rows.push(...(await newErrors(edited, path)));
  if (rows.length === 0) return undefined;
  const more = rows.length > MOST_SHOWN ? [`… ${rows.length - MOST_SHOWN} more`] : [];
  return `[lsp: ${rows.length} error(s) after this edit]\n${[...rows.slice(0, MOST_SHOWN), ...more].join("\n")}`;
}

async function newErrors({ ctx, session, waitMs, signal }: EditedFiles, path: string): Promise<string[]> {
  const [spec] = session.pool.serversFor(path);
  if (!spec) return [];
  return await session.pool.use(
    spec,
    path,
    async (server) => {
      await server.prepare(path, signal);
      await server.readiness.wait(waitMs, signal);
      const found = await diagnose(server, path, { waitMs, requestMs: waitMs, signal });
      if (found.kind === "none") return [];
      const errors = found.diagnostics.filter((entry) => (entry.severity ?? 1) === 1);
      const known = seen.get(server) ?? new Map<string, ReadonlySet<string>>();
      seen.set(server, known);
      const before = known.get(path);
      known.set(path, new Set(errors.map(keyOf)));
      const fresh = before ? errors.filter((entry) => !before.has(keyOf(entry))) : errors;
      return fresh.map((entry) =>
        diagnosticRow(entry, shownPath({ ctx }, path), found.document.lines, server.encoding),
      );
    },
    signal,
  );
}

/** Lines move with every edit, so an error is known by what it says. */
function keyOf(entry: Diagnostic): string {
  return `${String(entry.code ?? "")} ${entry.message}`;
}

import type { Result } from "@mm-agent/core";
import { commitEdit } from "../edit/commit-edit.js";
import { findLeftovers } from "../edit/find-leftovers.js";
import { refuseBlind } from "../edit/refuse-blind.js";
import { planEdit, StaleEdit, type CheckEdits, type PlannedEdit } from "../edit/plan-edit.js";
import { readWorkspaceEdit, type EditStep } from "../edit/read-workspace-edit.js";
import { findForeignEdit } from "../edit/verify-rename.js";
import { LspError } from "../protocol/lsp-error.js";
import type { Range, WorkspaceEdit } from "../protocol/types.js";
import { ask } from "../server/ask.js";
import type { OpenDocument } from "../server/documents.js";
import type { LanguageServer } from "../server/language-server.js";
import { codePoints, fromUnits, positionAt, textOf } from "../text/columns.js";
import { askPlaces } from "../tool/ask-places.js";
import { failure, failureOf } from "../tool/failure.js";
import { findPlaces, type Place } from "../tool/find-places.js";
import { shownPath } from "../tool/locations.js";
import { placeText } from "../tool/place-text.js";
import type { Call, Outcome } from "../tool/types.js";
import { withServer } from "../tool/with-server.js";

/** A rename that is worked out and not yet written. */
export interface RenamePlan {
  readonly edit: PlannedEdit;
  readonly oldName: string;
  readonly newName: string;
}

interface Found {
  readonly steps: readonly EditStep[];
  readonly oldName: string;
}

/** Asks the server for a rename and checks every edit. Writes nothing. */
export async function planRename(call: Call): Promise<Outcome<RenamePlan>> {
  const { newName, session } = call;
  if (newName === "") return { ok: false, result: failure("invalid_input", NEEDS_NEW_NAME) };
  let planned: RenamePlan | undefined;
  const result = await withServer(
    call,
    { capability: "renameProvider", method: "textDocument/rename" },
    async ({ server, ready }) => {
      if (!ready) {
        const waited = Math.round(session.limits.readyMs / 1000);
        return failure(
          "unavailable",
          `${server.name}: rename refused: the server is still indexing after ${waited}s and could miss uses — call lsp again later`,
        );
      }
      for (let attempt = 0; ; attempt++) {
        try {
          const outcome = await askRename(call, server);
          if (!outcome.ok) return outcome.result;
          planned = outcome.value;
          return { text: "" };
        } catch (error) {
          if (!(error instanceof StaleEdit)) throw error;
          if (attempt > 0)
            return failure(
              "conflict",
              `${server.name}: rename refused: ${error.message} — nothing was written, call lsp again`,
            );
        }
      }
    },
  );
  return planned ? { ok: true, value: planned } : { ok: false, result };
}

/** Writes a planned rename. */
export async function applyRename(call: Call, plan: RenamePlan): Promise<Result> {
  const written = await commitEdit(call, plan.edit, "rename");
  if (!written.ok) return written.result;
  const { files, edits, moves } = plan.edit;
  const gone = new Set(moves.map((move) => move.from));
  const counted = files.filter((file) => !gone.has(file.path));
  const rows = counted.map((file) => `${shownPath(call, file.path)}: ${file.edits} edit(s)`);
  const moved = moves.map((move) => `${shownPath(call, move.from)} → ${shownPath(call, move.to)}`);
  const head = `renamed to ${plan.newName}: ${edits} edit(s) in ${counted.length} file(s)`;
  const left = await findLeftovers(call, plan.edit, plan.oldName);
  const shown = left.slice(0, 10).join(", ") + (left.length > 10 ? `, … ${left.length - 10} more` : "");
  const note =
    left.length > 0
      ? [
          `"${plan.oldName}" also stands in ${left.length} other file(s), which the server did not change (another symbol, or unknown to it): ${shown}`,
        ]
      : [];
  return {
    text: [head, ...rows, ...moved, ...note].join("\n"),
    changes: written.value,
    locations: counted.map(({ path }) => ({ path })),
  };
}

async function askRename(
  call: Call,
  server: LanguageServer,
  newName = call.newName,
): Promise<Outcome<RenamePlan>> {
  const document = await server.prepare(call.path, call.ctx.signal);
  const places = findPlaces(call, document);
  if (!places.ok) return places;
  const answer = await askPlaces<Found>(
    call,
    server,
    document,
    await renameable(call, server, document, places.value),
    {
      method: "textDocument/rename",
      params: { newName },
      read(raw, place) {
        const steps = readWorkspaceEdit(raw as WorkspaceEdit | null, server.uris);
        // TypeScript moves a file when the name in an import path is renamed; that is not what a symbol stands for.
        if (!place.code && steps.some((step) => step.kind !== "edit")) return undefined;
        const oldName = place.name || nameIn(steps, document, server);
        return steps.some((step) => step.kind !== "edit" || step.edits.length > 0)
          ? { steps, oldName }
          : undefined;
      },
      thin: ({ steps }) => steps.every((step) => step.path === call.path),
    },
  );
  if (answer.kind === "error") return { ok: false, result: failureOf(answer.error, server.name, "rename") };
  if (answer.kind === "nothing") {
    const at = placeText(call, document, answer.place);
    return {
      ok: false,
      result: failure(
        "not_found",
        `${server.name}: rename failed: the server has nothing to rename at ${at}`,
      ),
    };
  }
  const { steps, oldName } = answer.value;
  const sigil = lostSigil(steps, document, server, oldName, newName);
  if (sigil !== "") return await askRename(call, server, sigil + newName);
  const edit = await planEdit(call, server, steps, "rename", checkOf(call, server, oldName, newName));
  if (!edit.ok) return edit;
  if (edit.value.files.length === 0) {
    return {
      ok: false,
      result: failure("invalid_input", `"${oldName}" is already called ${newName}: nothing to rename`),
    };
  }
  const refusal = await refuseBlind(call, server, document, answer.place, edit.value, oldName);
  if (refusal) return { ok: false, result: refusal };
  return { ok: true, value: { edit: edit.value, oldName, newName } };
}

/** Accepts edits that exchange the old name for the new one; when they only do so in characters, the server counts those. */
function checkOf(call: Call, server: LanguageServer, from: string, to: string): CheckEdits {
  const names = { from, to };
  return (path, lines, edits) => {
    const foreign = findForeignEdit(lines, edits, names, server.encoding);
    if (!foreign) return { encoding: server.encoding };
    if (!findForeignEdit(lines, edits, names, "utf-32")) return { encoding: "utf-32" };
    const { line, character } = foreign.range.start;
    const text = lines.line(line);
    const column = codePoints(text.slice(0, fromUnits(text, character, server.encoding))) + 1;
    const replaced = textOf(lines, foreign.range, server.encoding);
    const shown = replaced.length > 60 ? `${replaced.slice(0, 60)}…` : replaced;
    return {
      problem: `the edit at ${shownPath(call, path)}:${line + 1}:${column} replaces ${JSON.stringify(shown)}, not "${from}"`,
    };
  };
}

/** Asks the server, where it can tell, which of the places hold something to rename; all of them when it says none does. */
async function renameable(
  call: Call,
  server: LanguageServer,
  document: OpenDocument,
  places: readonly Place[],
): Promise<readonly Place[]> {
  const { renameProvider } = server.capabilities;
  if (typeof renameProvider !== "object" || !renameProvider?.prepareProvider) return places;
  for (const place of places) {
    try {
      const answer = await ask<Prepared | null>(
        server,
        "textDocument/prepareRename",
        {
          textDocument: { uri: document.uri },
          position: positionAt(document.lines, place.line, place.index, server.encoding),
        },
        { signal: call.ctx.signal, timeoutMs: call.session.limits.requestMs },
      );
      const range = answer && ("range" in answer ? answer.range : "start" in answer ? answer : undefined);
      const text = range ? textOf(document.lines, range, server.encoding) : place.name;
      if (answer && (place.name === "" || text.includes(place.name)))
        return [place, ...places.filter((other) => other !== place)];
    } catch (error) {
      if (!(error instanceof LspError) || error.code !== "refused") throw error;
    }
  }
  return places;
}

type Prepared =
  | Range
  | { readonly range: Range; readonly placeholder: string }
  | { readonly defaultBehavior: boolean };

/** What stands before the name inside the replaced text (`--` of `--brand`) when the new name would lose it. */
function lostSigil(
  steps: readonly EditStep[],
  document: OpenDocument,
  server: LanguageServer,
  oldName: string,
  newName: string,
): string {
  const replaced = nameIn(steps, document, server);
  const own = steps.find((step) => step.kind === "edit" && step.path === document.path);
  const written = own?.kind === "edit" ? own.edits[0]?.newText : undefined;
  if (written !== newName || !replaced.endsWith(oldName)) return "";
  const sigil = replaced.slice(0, replaced.length - oldName.length);
  return /^[-#@$.:]+$/u.test(sigil) && !newName.startsWith(sigil) ? sigil : "";
}

function nameIn(steps: readonly EditStep[], document: OpenDocument, server: LanguageServer): string {
  const own = steps.find((step) => step.kind === "edit" && step.path === document.path);
  const [first] = own?.kind === "edit" ? own.edits : [];
  return first ? textOf(document.lines, first.range, server.encoding) : "";
}

const NEEDS_NEW_NAME =
  'rename needs new_name — call lsp again with {"action": "rename", "path": …, "symbol": …, "new_name": "<the new identifier>"}; do not use edit_file for a rename';

import type { Result } from "@mm-agent/core";
import { commitEdit } from "../edit/commit-edit.js";
import { planEdit, type PlannedEdit } from "../edit/plan-edit.js";
import { readWorkspaceEdit, type EditStep } from "../edit/read-workspace-edit.js";
import type { CodeAction, LspCommand, Range, WorkspaceEdit } from "../protocol/types.js";
import { ask } from "../server/ask.js";
import { diagnose } from "../server/diagnose.js";
import type { LanguageServer } from "../server/language-server.js";
import { positionAt } from "../text/columns.js";
import { failure } from "../tool/failure.js";
import { findPlaces } from "../tool/find-places.js";
import { shownPath } from "../tool/locations.js";
import type { Call, Outcome } from "../tool/types.js";
import { withServer } from "../tool/with-server.js";

const NEEDS = { capability: "codeActionProvider", method: "textDocument/codeAction" };

/** An edit of a code action, ready to be written. */
export interface ActionPlan {
  readonly edit: PlannedEdit;
  readonly title: string;
}

/** Lists fixes and refactorings at a line or symbol, numbered for `apply`. */
export function listCodeActions(call: Call): Promise<Result> {
  return withServer(call, NEEDS, async ({ server }) => {
    const found = await findActions(call, server);
    if (!found.ok) return found.result;
    const at = call.line > 0 ? `${call.shown}:${call.line}` : call.shown;
    if (found.value.length === 0) return { text: `no code actions at ${at}` };
    const rows = found.value.map((action, index) => {
      const kind = action.kind ? `[${action.kind}] ` : "";
      return `${index + 1}. ${kind}${action.title}${action.disabled ? ` (not possible: ${action.disabled.reason})` : ""}`;
    });
    return { text: `${rows.length} code action(s) at ${at}:\n${rows.join("\n")}` };
  });
}

/** Works out what the action with the number `apply` changes. */
export function planCodeAction(call: Call): Promise<Outcome<ActionPlan>> {
  return planAction(call, async (server) => {
    const found = await findActions(call, server);
    if (!found.ok) return found;
    const number = call.input.apply ?? 0;
    const action = found.value[number - 1];
    if (action && !action.disabled) return { ok: true, value: action };
    const why = action?.disabled
      ? `action ${number} is not possible: ${action.disabled.reason}`
      : `there is no code action ${number} (${found.value.length} listed)`;
    return { ok: false, result: failure("not_found", why) };
  });
}

/** Works out what organising the imports of a file changes. */
export function planOrganizeImports(call: Call): Promise<Outcome<ActionPlan>> {
  return planAction(call, async (server) => {
    const document = await server.prepare(call.path, call.ctx.signal);
    const { organizeCommand } = server.spec.preset;
    if (organizeCommand && server.capabilities.executeCommandProvider?.commands?.includes(organizeCommand)) {
      const title = "Organize Imports";
      return {
        ok: true,
        value: { title, command: { title, command: organizeCommand, arguments: [call.path] } },
      };
    }
    const last = document.lines.count - 1;
    const range = {
      start: { line: 0, character: 0 },
      end: positionAt(document.lines, last, document.lines.line(last).length, server.encoding),
    };
    const list = await request(call, server, document.uri, range, {
      diagnostics: [],
      only: ["source.organizeImports"],
    });
    // Servers mix in quick fixes although only this kind was asked for.
    const action = list.find((entry) => !entry.disabled && entry.kind?.startsWith("source.organizeImports"));
    if (action) return { ok: true, value: action };
    return { ok: false, result: { text: `nothing to organize in ${call.shown}` } };
  });
}

/** Writes the edit of a code action. */
export async function applyAction(call: Call, plan: ActionPlan): Promise<Result> {
  const written = await commitEdit(call, plan.edit, plan.title);
  if (!written.ok) return written.result;
  const rows = plan.edit.files.map((file) => `${shownPath(call, file.path)}: ${file.edits} edit(s)`);
  return {
    text: [`applied "${plan.title}": ${plan.edit.edits} edit(s) in ${rows.length} file(s)`, ...rows].join(
      "\n",
    ),
    changes: written.value,
    locations: plan.edit.files.map(({ path }) => ({ path })),
  };
}

async function planAction(
  call: Call,
  pick: (server: LanguageServer) => Promise<Outcome<CodeAction>>,
): Promise<Outcome<ActionPlan>> {
  let planned: ActionPlan | undefined;
  const result = await withServer(call, NEEDS, async ({ server }) => {
    const picked = await pick(server);
    if (!picked.ok) return picked.result;
    const steps = await stepsOf(call, server, picked.value);
    if (!steps.ok) return steps.result;
    const edit = await planEdit(call, server, steps.value, "the action");
    if (!edit.ok) return edit.result;
    if (edit.value.files.length === 0)
      return { text: `"${picked.value.title}" changes nothing in ${call.shown}` };
    planned = { edit: edit.value, title: picked.value.title };
    return { text: "" };
  });
  return planned ? { ok: true, value: planned } : { ok: false, result };
}

async function findActions(call: Call, server: LanguageServer): Promise<Outcome<readonly CodeAction[]>> {
  const { waitMs, requestMs } = call.session.limits;
  const known = await diagnose(server, call.path, { waitMs, requestMs, signal: call.ctx.signal });
  const { lines, uri } = known.document;
  let range: Range;
  if (call.symbol === "" && call.line > 0 && call.column === 0 && call.line <= lines.count) {
    const line = call.line - 1;
    range = {
      start: { line, character: 0 },
      end: positionAt(lines, line, lines.line(line).length, server.encoding),
    };
  } else {
    const places = findPlaces(call, known.document);
    if (!places.ok) return places;
    const [place] = places.value;
    const start = positionAt(lines, place?.line ?? 0, place?.index ?? 0, server.encoding);
    range = { start, end: start };
  }
  const listed = known.kind === "none" ? [] : known.diagnostics;
  const touching = listed.filter(
    (entry) => entry.range.start.line <= range.end.line && entry.range.end.line >= range.start.line,
  );
  return {
    ok: true,
    value: await request(call, server, uri, range, { diagnostics: touching, triggerKind: 1 }),
  };
}

async function request(
  call: Call,
  server: LanguageServer,
  uri: string,
  range: Range,
  context: object,
): Promise<CodeAction[]> {
  const found = await ask<readonly (CodeAction | LspCommand)[] | null>(
    server,
    "textDocument/codeAction",
    { textDocument: { uri }, range, context },
    { signal: call.ctx.signal, timeoutMs: call.session.limits.requestMs },
  );
  return (found ?? []).map((entry) =>
    typeof entry.command === "string"
      ? { title: entry.title, command: entry as LspCommand }
      : (entry as CodeAction),
  );
}

/** The edit of an action: its own, the resolved one, or the one its command sends when that command does nothing else. */
async function stepsOf(call: Call, server: LanguageServer, action: CodeAction): Promise<Outcome<EditStep[]>> {
  const options = { signal: call.ctx.signal, timeoutMs: call.session.limits.requestMs };
  const { codeActionProvider } = server.capabilities;
  const resolves = typeof codeActionProvider === "object" && codeActionProvider?.resolveProvider === true;
  const needed = !action.edit && (action.command === undefined || action.data !== undefined);
  const full =
    needed && resolves ? await ask<CodeAction>(server, "codeAction/resolve", action, options) : action;
  const edits: WorkspaceEdit[] = full.edit ? [full.edit] : [];
  const { command } = full;
  if (!full.edit && command) {
    if (server.spec.preset.editCommands?.test(command.command) !== true) {
      return {
        ok: false,
        result: failure(
          "unsupported",
          `${server.name}: "${action.title}" runs the server command ${command.command}, which may do more than edit`,
        ),
      };
    }
    server.editSink = (edit) => edits.push(edit);
    try {
      await ask(
        server,
        "workspace/executeCommand",
        { command: command.command, arguments: command.arguments ?? [] },
        options,
      );
    } finally {
      server.editSink = undefined;
    }
  }
  return { ok: true, value: edits.flatMap((edit) => readWorkspaceEdit(edit, server.uris)) };
}

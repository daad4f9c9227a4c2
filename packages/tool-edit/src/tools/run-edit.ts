import { formatPatch } from "@mm-agent/core";
import type { Code, Ctx, FileChange, Plan, Result } from "@mm-agent/core";
import { applyEdits } from "../engine/apply-edits.js";
import { headlineOf } from "../engine/headline.js";
import type { EditsApplied, EditsRefused, RefusalReason } from "../engine/types.js";
import type { EditInput } from "./edit-file.js";
import { emptyPath, failureOf, missingFile } from "./failure.js";
import { onceMore } from "./once-more.js";
import { permissionOf } from "./permission-of.js";
import type { SeenVersions } from "./seen-versions.js";
import { CHANGED_NOTE } from "./seen-versions.js";
import { showPatch } from "./show-patch.js";

/** What the plan resolved, for `run`. */
interface State {
  readonly text: string;
  readonly outcome: EditsApplied<string>;
}

const CODES: Record<RefusalReason, Code> = {
  no_edits: "invalid_input",
  empty_old: "invalid_input",
  no_change: "invalid_input",
  not_found: "not_found",
  ambiguous: "conflict",
  overlap: "conflict",
  ill_formed: "invalid_input",
  encoding: "unsupported",
  binary: "unsupported",
};

/** Finds the places and the diff; whatever stands in the way becomes the refusal of the plan. */
export async function planEdit(input: EditInput, ctx: Ctx, seen: SeenVersions): Promise<Plan> {
  const { workspace } = ctx;
  const empty = emptyPath(input.path);
  if (empty !== undefined) return empty;
  // Also what cannot be read is judged by the rules before its refusal is told.
  let base: Plan = { title: input.path };
  try {
    const { abs, rel } = workspace.resolve(input.path);
    const title = input.dry_run === true ? `${rel} (dry run)` : rel;
    base = { title, paths: [abs], permission: permissionOf("edit_file", rel) };
    if ((await workspace.stat(input.path)) === null) return { ...base, refuse: missingFile(rel) };
    const text = await workspace.readText(input.path, ctx.signal);
    const outcome = applyEdits(text, input.edits, { path: rel });
    if (outcome.refused !== undefined) return { ...base, refuse: refusal(outcome) };
    if (input.dry_run === true) {
      const headline = await headlineFor(outcome, input.path, ctx, seen);
      const shown = `${rel} (dry run, nothing written): ${headline}\n${showPatch(formatPatch(outcome.hunks))}`;
      return {
        ...base,
        refuse: { ok: true, text: shown, locations: [{ path: abs, line: outcome.firstLine }] },
      };
    }
    const state: State = { text, outcome };
    return { ...base, changes: [changeOf(abs, state)], state };
  } catch (error) {
    return { ...base, refuse: failureOf(error) };
  }
}

function refusal(outcome: EditsRefused): Result {
  return {
    ok: false,
    code: CODES[outcome.refused],
    text: outcome.message,
    data: { refused: outcome.refused, problems: outcome.problems },
  };
}

function changeOf(abs: string, { text, outcome }: State): FileChange {
  const { added, removed, content } = outcome;
  return { path: abs, patch: formatPatch(outcome.hunks), added, removed, before: text, after: content };
}

async function headlineFor(
  outcome: EditsApplied<string>,
  path: string,
  ctx: Ctx,
  seen: SeenVersions,
): Promise<string> {
  return headlineOf(outcome, (await seen.changed(ctx.workspace, path)) ? [CHANGED_NOTE] : []);
}

/** Writes what was planned, if the places are still the same. */
export async function runEdit(
  input: EditInput,
  ctx: Ctx,
  given: Plan | undefined,
  seen: SeenVersions,
): Promise<Result> {
  const plan = given ?? (await planEdit(input, ctx, seen));
  if (plan.refuse !== undefined) return plan.refuse;
  const planned = plan.state as State;
  try {
    return await onceMore(() => applyPlanned(input, ctx, planned, seen));
  } catch (error) {
    return failureOf(error);
  }
}

/** The file is read again under its lock: permission may have taken a while, and other calls write too. */
async function applyPlanned(input: EditInput, ctx: Ctx, planned: State, seen: SeenVersions): Promise<Result> {
  const { workspace, signal, callId } = ctx;
  return await workspace.lock([input.path], async () => {
    const { abs, rel } = workspace.resolve(input.path);
    const version = await workspace.version(input.path);
    if (version === null) return changedWhileWaiting(rel);
    const text = await workspace.readText(input.path, signal);
    const outcome = text === planned.text ? planned.outcome : applyEdits(text, input.edits, { path: rel });
    if (outcome.refused !== undefined || !samePlaces(planned, { text, outcome }))
      return changedWhileWaiting(rel);
    const headline = await headlineFor(outcome, input.path, ctx, seen);
    const change = changeOf(abs, { text, outcome });
    const entry = { path: input.path, content: outcome.content, expect: version, change };
    const changes = await workspace.write([entry], { callId, signal });
    await seen.note(workspace, input.path);
    return {
      text: `${rel}: ${headline}\n${showPatch(change.patch)}`,
      display: [{ type: "text", text: headline }],
      changes,
      locations: [{ path: abs, line: outcome.firstLine }],
    };
  });
}

function changedWhileWaiting(rel: string): Result {
  const text = `${rel}: changed while waiting — the places to edit are no longer the same, nothing was written; read the file again`;
  return { ok: false, code: "conflict", text };
}

/** Lines may have moved, but every edit must replace the same text by the same text. */
function samePlaces(planned: State, now: State): boolean {
  if (planned.text === now.text) return true;
  const places = ({ text, outcome }: State): string[] => {
    return outcome.spans
      .toSorted((a, b) => a.edit - b.edit)
      .map(({ pass, start, end, text: fresh }) => JSON.stringify([pass, text.slice(start, end), fresh]));
  };
  return places(planned).join("\n") === places(now).join("\n");
}

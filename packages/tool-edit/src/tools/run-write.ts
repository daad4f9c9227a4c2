import { diffLines, formatPatch, WorkspaceError } from "@mm-agent/core";
import type { Ctx, FileChange, Plan, Result } from "@mm-agent/core";
import { textFault } from "../engine/text-fault.js";
import { emptyPath, failureOf } from "./failure.js";
import { fitStyle } from "./fit-style.js";
import { onceMore } from "./once-more.js";
import { permissionOf } from "./permission-of.js";
import type { SeenVersions } from "./seen-versions.js";
import { CHANGED_NOTE } from "./seen-versions.js";
import { showPatch } from "./show-patch.js";
import type { WriteInput } from "./write-file.js";

/** What the plan found, for `run`. */
interface State {
  /** Version of the file when it was planned; null when there was none. */
  readonly version: string | null;
  readonly content: string;
  readonly notes: readonly string[];
  readonly change: FileChange | undefined;
  /** `unknown`: what is there is no text and cannot be compared. */
  readonly before: "none" | "text" | "unknown";
}

/** Lines up to which the diff of a new file is given back to the model, who has just written it. */
const SHOWN_NEW = 30;

/** Compares the content with what is there; whatever stands in the way becomes the refusal of the plan. */
export async function planWrite(input: WriteInput, ctx: Ctx): Promise<Plan> {
  const { workspace } = ctx;
  const empty = emptyPath(input.path);
  if (empty !== undefined) return empty;
  // Also what cannot be read is judged by the rules before its refusal is told.
  let base: Plan = { title: input.path };
  try {
    const { abs, rel } = workspace.resolve(input.path);
    base = { title: rel, paths: [abs], permission: permissionOf("write_file", rel) };
    const fault = textFault(input.content);
    if (fault !== undefined) {
      const code = fault.reason === "ill_formed" ? "invalid_input" : "unsupported";
      const text = `${rel}: content ${fault.message}; nothing was written`;
      return { ...base, refuse: { ok: false, code, text } };
    }
    const found = await workspace.stat(input.path);
    if (found?.kind === "directory") {
      return { ...base, refuse: { ok: false, code: "unsupported", text: `${rel} is a folder, not a file` } };
    }
    const version = await workspace.version(input.path);
    const before = found === null ? null : await textOrUndefined(input.path, ctx);
    const fitted =
      typeof before === "string" ? fitStyle(before, input.content) : { content: input.content, notes: [] };
    if (before === fitted.content) {
      const text = `${rel} is unchanged: it has this content already, nothing was written`;
      return { ...base, refuse: { ok: true, text, locations: [{ path: abs }] } };
    }
    const change = before === undefined ? undefined : changeOf(abs, before, fitted.content);
    const kind = before === null ? "none" : before === undefined ? "unknown" : "text";
    const state: State = { version, ...fitted, change, before: kind };
    return { ...base, ...(change === undefined ? {} : { changes: [change] }), state };
  } catch (error) {
    return { ...base, refuse: failureOf(error) };
  }
}

async function textOrUndefined(path: string, ctx: Ctx): Promise<string | undefined> {
  try {
    return await ctx.workspace.readText(path, ctx.signal);
  } catch (error) {
    const isOther =
      error instanceof WorkspaceError && (error.code === "unsupported" || error.code === "too_large");
    if (isOther && (await ctx.workspace.stat(path))?.kind === "file") return undefined;
    throw error;
  }
}

function changeOf(path: string, before: string | null, after: string): FileChange {
  const { hunks, added, removed } = diffLines(before ?? "", after);
  return { path, patch: formatPatch(hunks), added, removed, before, after };
}

/** Writes what was planned, if the file is still the same. */
export async function runWrite(
  input: WriteInput,
  ctx: Ctx,
  given: Plan | undefined,
  seen: SeenVersions,
): Promise<Result> {
  const plan = given ?? (await planWrite(input, ctx));
  if (plan.refuse !== undefined) return plan.refuse;
  const state = plan.state as State;
  try {
    return await onceMore(() => writePlanned(input, ctx, state, seen));
  } catch (error) {
    return failureOf(error);
  }
}

async function writePlanned(input: WriteInput, ctx: Ctx, state: State, seen: SeenVersions): Promise<Result> {
  const { workspace, signal, callId } = ctx;
  return await workspace.lock([input.path], async () => {
    const { abs, rel } = workspace.resolve(input.path);
    // The diff that was permitted is against what was there.
    const version = await workspace.version(input.path);
    if (version !== state.version && !(await hasSameText(input.path, ctx, state)))
      return changedWhileWaiting(rel);
    const changed = state.before !== "none" && (await seen.changed(workspace, input.path));
    const { content, change } = state;
    const entry = {
      path: input.path,
      content,
      expect: version,
      ...(change === undefined ? {} : { change }),
    };
    const changes = await workspace.write([entry], { callId, signal });
    await seen.note(workspace, input.path);
    const headline = [headlineOf(rel, state), ...state.notes, ...(changed ? [CHANGED_NOTE] : [])].join(" · ");
    return {
      text: shown(headline, state),
      display: [{ type: "text", text: headline }],
      changes,
      locations: [{ path: abs }],
    };
  });
}

/** True when the file was only touched, or written with the text it had. */
async function hasSameText(path: string, ctx: Ctx, { before, change }: State): Promise<boolean> {
  if (before !== "text" || (await ctx.workspace.stat(path)) === null) return false;
  return (await textOrUndefined(path, ctx)) === change?.before;
}

function headlineOf(rel: string, { before, change }: State): string {
  const added = change?.added ?? 0;
  const lines = `${added} ${added === 1 ? "line" : "lines"}`;
  if (before === "none") return `created ${rel}: ${lines}`;
  if (before === "unknown") return `replaced ${rel}, which was no UTF-8 text`;
  return `replaced ${rel}: ${lines} added, ${change?.removed ?? 0} deleted`;
}

function shown(headline: string, { before, change }: State): string {
  const long = before === "none" && (change?.added ?? 0) > SHOWN_NEW;
  return change === undefined || change.patch === "" || long
    ? headline
    : `${headline}\n${showPatch(change.patch)}`;
}

function changedWhileWaiting(rel: string): Result {
  const text = `${rel}: changed while waiting — nothing was written; read the file and write it again`;
  return { ok: false, code: "conflict", text };
}

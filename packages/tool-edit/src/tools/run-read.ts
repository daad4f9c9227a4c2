import { WorkspaceError } from "@mm-agent/core";
import type { Ctx, LineRange, Plan, Result } from "@mm-agent/core";
import { cutCommand } from "./cut-command.js";
import { emptyPath, failureOf, missingFile, refusedPlan } from "./failure.js";
import { listFolder } from "./list-folder.js";
import { permissionOf } from "./permission-of.js";
import type { ReadInput } from "./read-file.js";
import type { SeenVersions } from "./seen-versions.js";
import { countLines, showLines } from "./show-lines.js";

/** Names the file and the lines. */
export function planRead({ path, start = 0, end = 0 }: ReadInput, ctx: Ctx): Plan {
  const empty = emptyPath(path);
  if (empty !== undefined) return empty;
  try {
    const { abs, rel } = ctx.workspace.resolve(path);
    const range = start > 0 || end > 0 ? `:${Math.max(1, start)}-${end > 0 ? end : ""}` : "";
    return { title: rel + range, paths: [abs], permission: permissionOf("read_file", rel) };
  } catch (error) {
    return refusedPlan(path, error);
  }
}

/** Reads the lines, or lists the folder. */
export async function runRead(input: ReadInput, ctx: Ctx, seen: SeenVersions): Promise<Result> {
  const refused = emptyPath(input.path)?.refuse;
  if (refused !== undefined) return refused;
  const { workspace, limits, signal } = ctx;
  try {
    const { abs, rel } = workspace.resolve(input.path);
    const found = await workspace.stat(input.path);
    if (found === null) return missingFile(rel);
    const from = Math.max(1, input.start ?? 0);
    const locations = [{ path: abs, ...(from > 1 ? { line: from } : {}) }];
    const wanted = input.end !== undefined && input.end > 0 ? input.end : Infinity;
    if (wanted < from) {
      return {
        ok: false,
        code: "invalid_input",
        text: `start (${from}) is after end (${wanted}) — swap them`,
      };
    }
    if (found.kind === "directory") {
      const entries = await workspace.list(input.path);
      return { text: listFolder(rel, entries, { from, wanted, max: limits.maxOutput }), locations };
    }
    await seen.note(workspace, input.path);
    const range = await readRange(ctx, input.path, from, wanted);
    if (range.from === 0) return { text: nothingThere(rel, range.total ?? 0, from), locations };
    const text = showLines(range, {
      path: rel,
      wanted,
      numbered: input.numbered === true,
      max: limits.maxOutput,
    });
    signal.throwIfAborted();
    return { text, locations };
  } catch (error) {
    return failureOf(error);
  }
}

/** More lines than this are read only where they are so short that all of them can be shown. */
const FIRST_LINES = 4000;

/** No more lines than can be shown are read; where they are very long, fewer. */
async function readRange(ctx: Ctx, path: string, from: number, wanted: number): Promise<LineRange> {
  const { maxOutput } = ctx.limits;
  const first = await readUpTo(ctx, path, from, Math.min(wanted, from + Math.min(maxOutput, FIRST_LINES)));
  const isAll = first.to >= wanted || first.to === first.total || first.from === 0;
  if (isAll || first.text.length >= maxOutput || maxOutput <= FIRST_LINES) return first;
  return readUpTo(ctx, path, from, Math.min(wanted, from + maxOutput));
}

async function readUpTo(ctx: Ctx, path: string, from: number, last: number): Promise<LineRange> {
  for (let to = last; ; to = from + Math.floor((to - from) / 8)) {
    try {
      return await ctx.workspace.readLines(path, from, to, ctx.signal);
    } catch (error) {
      if (!(error instanceof WorkspaceError) || error.code !== "too_large") throw error;
      if (to > from) continue;
      const { rel, abs } = ctx.workspace.resolve(path);
      const parts = cutCommand(rel, from, 1, ctx.limits.maxOutput);
      const text = `line ${from} of ${rel} is longer than 16 MB and cannot be shown — read parts of it with bash: ${parts}`;
      throw new WorkspaceError("too_large", abs, text);
    }
  }
}

function nothingThere(rel: string, total: number, from: number): string {
  if (total === 0) return `[${rel} is empty]`;
  return `[${rel} has ${countLines(total)} — start ${from} is beyond the end]`;
}

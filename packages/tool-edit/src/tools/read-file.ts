import { defineTool, WorkspaceError } from "@mm-agent/core";
import type { Ctx, LineRange, Plan, Result, Tool } from "@mm-agent/core";
import { failureOf, missingFile, refusedPlan } from "./failure.js";
import { listFolder } from "./list-folder.js";
import { permissionOf } from "./permission-of.js";
import type { SeenVersions } from "./seen-versions.js";
import { countLines, showLines } from "./show-lines.js";

interface Input {
  readonly path: string;
  readonly start?: number;
  readonly end?: number;
  readonly numbered?: boolean;
}

/** The tool read_file: lines of a text file of any size, or the entries of a folder. */
export function createReadFile(seen: SeenVersions): Tool {
  return defineTool({
    name: "read_file",
    kind: "read",
    icon: "📄",
    counter: { icon: "📝", label: "file op(s)" },
    busy: "Reading",
    bound: "self",
    description:
      "Reads a text file, whole or some of its lines. A long file is cut: the last line then says how to go on.",
    input: {
      type: "object",
      properties: {
        path: { type: "string", description: "Relative to the working directory." },
        start: { type: "integer", minimum: 0, description: "First line, from 1; 0 = from the start." },
        end: { type: "integer", minimum: 0, description: "Last line, inclusive; 0 = to the end." },
        numbered: { type: "boolean", description: "Put line numbers before the lines." },
      },
      required: ["path"],
      additionalProperties: false,
    },
    plan: (input, ctx) => planRead(input, ctx),
    run: (input, ctx) => runRead(input, ctx, seen),
  }) as Tool;
}

function planRead({ path, start = 0, end = 0 }: Input, ctx: Ctx): Plan {
  try {
    const { abs, rel } = ctx.workspace.resolve(path);
    const range = start > 0 || end > 0 ? `:${Math.max(1, start)}-${end > 0 ? end : ""}` : "";
    return { title: rel + range, paths: [abs], permission: permissionOf("read_file", rel) };
  } catch (error) {
    return refusedPlan(path, error);
  }
}

async function runRead(input: Input, ctx: Ctx, seen: SeenVersions): Promise<Result> {
  const { workspace, limits, signal } = ctx;
  try {
    const { abs, rel } = workspace.resolve(input.path);
    const found = await workspace.stat(input.path);
    if (found === null) return missingFile(rel);
    const from = Math.max(1, input.start ?? 0);
    const locations = [{ path: abs, ...(from > 1 ? { line: from } : {}) }];
    if (found.kind === "directory") {
      return { text: listFolder(rel, await workspace.list(input.path), limits.maxOutput), locations };
    }
    const wanted = input.end !== undefined && input.end > 0 ? input.end : Infinity;
    if (wanted < from) {
      return {
        ok: false,
        code: "invalid_input",
        text: `start (${from}) is after end (${wanted}) — swap them`,
      };
    }
    await seen.note(workspace, input.path);
    const range = await readRange(ctx, input.path, from, wanted);
    if (range.from === 0) return { text: nothingThere(rel, range.total ?? 0, from), locations };
    const text = showLines(range, { wanted, numbered: input.numbered === true, max: limits.maxOutput });
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
      const text = `line ${from} of ${rel} is longer than 16 MB and cannot be shown`;
      throw new WorkspaceError("too_large", abs, text);
    }
  }
}

function nothingThere(rel: string, total: number, from: number): string {
  if (total === 0) return `[${rel} is empty]`;
  return `[${rel} has ${countLines(total)} — start ${from} is beyond the end]`;
}

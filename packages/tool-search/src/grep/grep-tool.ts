import { posix } from "node:path";
import { defineTool, type Ctx, type Plan, type Result, type Tool } from "@mm-agent/core";
import { readGlobs } from "../glob/match-globs.js";
import { findScope } from "../ignore/find-scope.js";
import { clamp, prepareFields } from "../path/prepare-fields.js";
import { planSearch, targetOf } from "../path/plan-search.js";
import type { Target } from "../path/target.js";
import { withTimeout } from "../path/with-timeout.js";
import { compilePattern } from "../pattern/compile-pattern.js";
import type { SearchSettings } from "../settings.js";
import { answer, type GrepData } from "./answer.js";
import { createEngineChain, type EngineChain } from "./choose-engine.js";
import { isBinary } from "./is-binary.js";
import { search } from "./search.js";
import type { SearchJob } from "./types.js";

export interface GrepInput {
  readonly pattern: string;
  readonly path?: string;
  readonly include?: string;
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  readonly mode?: "lines" | "files" | "count";
  readonly context?: number;
  readonly limit?: number;
  readonly offset?: number;
}

export type { GrepData };

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
const MAX_CONTEXT = 10;

/** Names that the fields have in other tools. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  glob: "include",
  includes: "include",
  file_pattern: "include",
  filePattern: "include",
  "-i": "ignoreCase",
  case_insensitive: "ignoreCase",
  caseInsensitive: "ignoreCase",
  fixed_string: "literal",
  fixed_strings: "literal",
  fixedStrings: "literal",
  output_mode: "mode",
  outputMode: "mode",
  "-C": "context",
  context_lines: "context",
  contextLines: "context",
  head_limit: "limit",
};
const MODES: Readonly<Record<string, string>> = { content: "lines", files_with_matches: "files" };

/** Makes `grep`. `projects` are folders whose programs are never run; `worker` replaces the JavaScript engine's program. */
export function createGrepTool(
  settings: SearchSettings,
  options: { readonly projects: readonly string[]; readonly worker?: URL },
): Tool<GrepInput> {
  const chain = createEngineChain(
    { engine: settings.engine, ...(options.worker ? { worker: options.worker } : {}) },
    options.projects,
  );
  return defineTool({
    name: "grep",
    kind: "search",
    description:
      "Searches file contents for a regular expression, line by line. Skips ignored and binary files. " +
      "Returns path:line:text, sorted by path; many matches are shared out over the files.",
    input: {
      type: "object",
      properties: {
        pattern: { type: "string" },
        path: { type: "string", description: "File or folder. Default: the project." },
        include: { type: "string", description: "Glob of files, such as *.ts or src/**/*.{js,ts}" },
        literal: { type: "boolean", description: "The pattern is plain text." },
        ignoreCase: { type: "boolean" },
        mode: { type: "string", enum: ["lines", "files", "count"], description: "Default lines." },
        context: { type: "integer", description: "Lines around each match, up to 10." },
        limit: { type: "integer", description: "Default 100." },
        offset: { type: "integer", description: "Matches to skip." },
      },
      required: ["pattern"],
      additionalProperties: false,
    },
    icon: "🔍",
    counter: { icon: "🔍", label: "search(es)" },
    busy: "Searching",
    bound: "self",
    prepare: prepareGrep,
    plan: ({ pattern, path = ".", include }, ctx) =>
      planSearch("grep", path, titleOf(pattern, path, include), ctx),
    run: (input, ctx, plan) =>
      withTimeout("grep", ctx, settings.timeout, (signal) => grep(input, ctx, plan, chain, signal)),
  });
}

function prepareGrep(raw: unknown): unknown {
  const fields = prepareFields(raw, OTHER_NAMES);
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return fields;
  const { mode } = fields as Record<string, unknown>;
  return typeof mode === "string" && Object.hasOwn(MODES, mode) ? { ...fields, mode: MODES[mode] } : fields;
}

function titleOf(pattern: string, path: string, include: string | undefined): string {
  const where = path === "." || path === "" ? "" : ` in ${path}`;
  return `${pattern}${where}${include === undefined || include === "" ? "" : ` (${include})`}`;
}

async function grep(
  input: GrepInput,
  ctx: Ctx,
  plan: Plan | undefined,
  chain: EngineChain,
  signal: AbortSignal,
): Promise<Result> {
  const refuse = (code: NonNullable<Result["code"]>, text: string): Result => ({
    ok: false,
    code,
    text: `[grep: ${text}]`,
  });
  const target = await targetOf("grep", input.path ?? ".", ctx, plan);
  if ("refuse" in target) return target.refuse;
  const { literal = false, ignoreCase = false, include = "", mode = "lines" } = input;
  const pattern = compilePattern(input.pattern, { literal, ignoreCase });
  if ("fault" in pattern) return refuse("invalid_input", pattern.fault);
  const test = include.trim() === "" ? undefined : readGlobs(include);
  if (test && "invalid" in test) return refuse("invalid_input", `include: ${test.invalid} is not a glob`);
  if (target.kind === "file" && (await isBinary(target.real, signal)))
    return { text: `[${target.shown} is binary (${target.size} bytes), it was not searched]` };

  const job: SearchJob = {
    ...(await placeOf(target)),
    home: target.home,
    pattern,
    env: ctx.env,
    signal,
    ...(test && target.kind === "directory" ? { include: { text: include, test } } : {}),
  };
  const found = await search(job, input.pattern, chain);
  if ("fault" in found) return refuse(found.code, found.fault);
  try {
    return await answer(found, {
      mode,
      pattern: input.pattern,
      shown: target.shown,
      limit: clamp(input.limit, DEFAULT_LIMIT, 1, MAX_LIMIT),
      offset: clamp(input.offset, 0, 0, Number.MAX_SAFE_INTEGER),
      context: clamp(input.context, 0, 0, MAX_CONTEXT),
      maxOutput: ctx.limits.maxOutput,
    });
  } finally {
    found.engine.close();
  }
}

async function placeOf(target: Target): Promise<Pick<SearchJob, "root" | "prefix" | "scope" | "file">> {
  const folder = target.kind === "file" ? posix.dirname(target.real) : target.real;
  const scope = await findScope(folder, target.home);
  if (target.kind === "directory") return { root: folder, prefix: target.prefix, scope };
  const file = posix.basename(target.real);
  return { root: folder, file, prefix: target.shown.slice(0, target.shown.length - file.length), scope };
}

import { posix } from "node:path";
import type { Ctx, Plan, Result } from "@mm-agent/core";
import { readGlobs } from "../glob/match-globs.js";
import { findScope } from "../ignore/find-scope.js";
import { clamp } from "../path/prepare-fields.js";
import { targetOf } from "../path/plan-search.js";
import type { Target } from "../path/target.js";
import { compilePattern } from "../pattern/compile-pattern.js";
import { answer } from "./answer.js";
import type { EngineChain } from "./choose-engine.js";
import type { GrepInput } from "./grep-tool.js";
import { isBinary } from "./is-binary.js";
import { search } from "./search.js";
import type { SearchJob } from "./types.js";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
const MAX_CONTEXT = 10;

/** One call of `grep`, without its time limit. */
export async function runGrep(
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

async function placeOf(
  target: Target,
): Promise<Pick<SearchJob, "root" | "prefix" | "scope" | "file" | "shownFile">> {
  const folder = target.kind === "file" ? posix.dirname(target.real) : target.real;
  const scope = findScope(folder, target.home);
  if (target.kind === "directory") return { root: folder, prefix: target.prefix, scope };
  const shownFile = posix.basename(target.shown);
  const prefix = target.shown.slice(0, target.shown.length - shownFile.length);
  return { root: folder, file: posix.basename(target.real), shownFile, prefix, scope };
}

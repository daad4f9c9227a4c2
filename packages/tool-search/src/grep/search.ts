import { asLiteral, type CompiledPattern } from "../pattern/compile-pattern.js";
import type { EngineChain } from "./choose-engine.js";
import { EngineError, type Counted, type Engine, type SearchJob } from "./types.js";

/** The outcome of the first pass over the files. */
export type Search =
  | { readonly job: SearchJob; readonly engine: Engine; readonly counted: Counted }
  | { readonly fault: string; readonly code: "unsupported" | "unavailable" | "too_large" | "failed" };

/**
 * Finds an engine for the job and counts. A pattern the engine refuses is searched as literal text, and the job that
 * comes back says so.
 */
export async function search(job: SearchJob, written: string, chain: EngineChain): Promise<Search> {
  const chosen = await chain.choose(job.pattern.constructs, job.env);
  if ("missing" in chosen) return { fault: chosen.missing, code: "unavailable" };
  if ("lacking" in chosen) {
    const fault = `the pattern needs ${chosen.lacking}, which ${chosen.asked.join(" and ")} cannot do here — write it without, or set literal`;
    return { fault, code: "unsupported" };
  }
  const { engine } = chosen;
  try {
    return await count(job, written, engine);
  } catch (error) {
    engine.close();
    if (!(error instanceof EngineError)) throw error;
    if (error.kind === "too_many")
      return { fault: `${error.message} — narrow path, include or pattern`, code: "too_large" };
    return { fault: error.message, code: "failed" };
  }
}

async function count(job: SearchJob, written: string, engine: Engine): Promise<Search> {
  try {
    return { job, engine, counted: await engine.count(job) };
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== "pattern" || job.pattern.fixed) throw error;
    const literal = { ...job, pattern: withNote(job.pattern, written, error.message) };
    return { job: literal, engine, counted: await engine.count(literal) };
  }
}

function withNote(pattern: CompiledPattern, written: string, reason: string): CompiledPattern {
  const note = `[not a regular expression that can be used (${reason}); searched as literal text]`;
  return asLiteral(written, pattern.ignoreCase, note);
}

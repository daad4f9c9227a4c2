import { asLiteral, type CompiledPattern } from "../pattern/compile-pattern.js";
import type { EngineChain } from "./choose-engine.js";
import { EngineError, type Counted, type Engine, type SearchJob } from "./types.js";

/** The outcome of the first pass over the files. */
export type Search =
  | { readonly job: SearchJob; readonly engine: Engine; readonly counted: Counted }
  | { readonly fault: string; readonly code: "unsupported" | "unavailable" | "too_large" | "failed" };

/**
 * Finds an engine for the job and counts. A pattern the engine refuses, or a repaired one that finds nothing, is searched
 * as literal text, and the job that comes back says so.
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
    const counted = await engine.count(job);
    const literal = counted.files.length === 0 && job.pattern.repaired ? asText(job, written) : undefined;
    const found = literal && (await engine.count(literal));
    return literal && found && found.files.length > 0
      ? { job: literal, engine, counted: found }
      : { job, engine, counted };
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== "pattern" || job.pattern.fixed) throw error;
    const literal = { ...job, pattern: withNote(job.pattern, written, error.message) };
    return { job: literal, engine, counted: await engine.count(literal) };
  }
}

/** The job for the text as it was written: what had to be repaired was perhaps never meant as an expression. */
function asText(job: SearchJob, written: string): SearchJob {
  const note = `${job.pattern.note?.slice(0, -1)}, which finds nothing; searched as literal text]`;
  return { ...job, pattern: asLiteral(written, job.pattern.ignoreCase, note) };
}

function withNote(pattern: CompiledPattern, written: string, reason: string): CompiledPattern {
  const note = `[not a regular expression that can be used (${reason}); searched as literal text]`;
  return asLiteral(written, pattern.ignoreCase, note);
}

import type { Usage } from "@mm-agent/core";

type Loose = Readonly<Record<string, unknown>>;

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function part(value: unknown): Loose {
  return typeof value === "object" && value !== null ? (value as Loose) : {};
}

/**
 * Reads the `usage` object of a reply, or llama.cpp's `timings`. Returns undefined where there is nothing to count.
 *
 * OpenAI counts cached tokens within `prompt_tokens` and reasoning within `completion_tokens`; some servers count them
 * beside. `total_tokens` tells which it is: the side that adds up to it.
 */
export function readUsage(chunk: Loose): Usage | undefined {
  const usage = part(chunk["usage"]);
  const prompt = count(usage["prompt_tokens"]) ?? count(usage["input_tokens"]);
  const completion = count(usage["completion_tokens"]) ?? count(usage["output_tokens"]);
  if (prompt === undefined && completion === undefined) return readTimings(part(chunk["timings"]));

  const inDetails = part(usage["prompt_tokens_details"] ?? usage["input_tokens_details"]);
  const outDetails = part(usage["completion_tokens_details"] ?? usage["output_tokens_details"]);
  const cacheRead =
    count(inDetails["cached_tokens"]) ??
    count(usage["prompt_cache_hit_tokens"]) ??
    count(usage["cache_read_input_tokens"]);
  const cacheWrite = count(inDetails["cache_write_tokens"]) ?? count(usage["cache_creation_input_tokens"]);
  const reasoning = count(outDetails["reasoning_tokens"]) ?? count(usage["reasoning_tokens"]);
  const cost = count(usage["cost"]);
  const total = count(usage["total_tokens"]);

  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const sum = (prompt ?? 0) + (completion ?? 0);
  const missing = total === undefined ? 0 : total - sum;
  const cacheBeside =
    cached > (prompt ?? 0) || (cached > 0 && (missing === cached || missing === cached + (reasoning ?? 0)));
  const reasoningBeside =
    reasoning !== undefined &&
    reasoning > 0 &&
    (missing === reasoning || (cacheBeside && missing === cached + reasoning));
  return {
    input: (prompt ?? 0) - (cacheBeside ? 0 : cached),
    output: (completion ?? 0) + (reasoningBeside ? reasoning : 0),
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(cost === undefined ? {} : { cost }),
  };
}

function readTimings(timings: Loose): Usage | undefined {
  const input = count(timings["prompt_n"]);
  const output = count(timings["predicted_n"]);
  if (input === undefined && output === undefined) return undefined;
  const cacheRead = count(timings["cache_n"]);
  return { input: input ?? 0, output: output ?? 0, ...(cacheRead === undefined ? {} : { cacheRead }) };
}

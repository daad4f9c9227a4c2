import type { Ctx, Result } from "@mm-agent/core";

/**
 * Runs a search that ends with the turn or after `seconds`. Either end becomes a result; other errors pass through.
 */
export async function withTimeout(
  tool: string,
  ctx: Ctx,
  seconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(seconds * 1000);
  const signal = AbortSignal.any([ctx.signal, timeout]);
  try {
    signal.throwIfAborted();
    return await work(signal);
  } catch (error) {
    if (ctx.signal.aborted) return { ok: false, code: "cancelled", text: `[${tool}: cancelled]` };
    if (!timeout.aborted) throw error;
    return {
      ok: false,
      code: "timeout",
      text: `[${tool}: stopped after ${seconds} s — narrow path, or search for something more exact]`,
    };
  }
}

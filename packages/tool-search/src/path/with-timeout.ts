import { startDeadline, type Ctx, type Result } from "@mm-agent/core";

/**
 * Runs a search that ends with the turn or after `seconds`. Either end becomes a result; other errors pass through.
 */
export async function withTimeout(
  tool: string,
  ctx: Ctx,
  seconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = startDeadline(seconds * 1000, ctx.signal);
  try {
    deadline.signal.throwIfAborted();
    return await work(deadline.signal);
  } catch (error) {
    if (ctx.signal.aborted) return { ok: false, code: "cancelled", text: `[${tool}: cancelled]` };
    if (!deadline.timedOut) throw error;
    return {
      ok: false,
      code: "timeout",
      text: `[${tool}: stopped after ${seconds} s — narrow path, or search for something more exact]`,
    };
  } finally {
    deadline.end();
  }
}

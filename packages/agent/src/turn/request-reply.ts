import { setTimeout as sleep } from "node:timers/promises";
import { checkPairs } from "./check-pairs.js";
import { readReply } from "./read-reply.js";
import type { Reply, RetryLimits, TurnContext } from "./types.js";

/** Failures that may pass by themselves. */
const TRANSIENT: ReadonlySet<string> = new Set(["rate_limit", "overloaded", "network"]);

/**
 * Asks the model for one reply, again where the failure may pass. Every retry is announced; a pause that the server asks
 * for is kept unless it is longer than the limit, which ends the turn instead. An overflow is tried again at most once,
 * after the context has made room.
 */
export async function requestReply(context: TurnContext, signal: AbortSignal): Promise<Reply> {
  let overflowed = false;
  for (let attempt = 1; ; attempt += 1) {
    await context.beforeRequest?.(signal);
    const reply = await readReply({
      provider: context.provider,
      request: {
        system: context.system,
        messages: checkPairs(context.messages()),
        tools: context.dispatcher.tools.map(({ name, description, input }) => ({ name, description, input })),
        sessionId: context.sessionId,
        ...context.request,
      },
      signal,
      watchdogMs: context.limits.watchdogMs,
      readText: readsText(context),
      emit: context.emit,
    });
    const failed = beyondWindow(reply, context.window()) ?? emptyAsFailure(reply);
    if (failed.kind !== "failed") return failed;
    if (failed.class === "overflow" && !overflowed && (await context.onOverflow?.(signal, failed.text))) {
      overflowed = true;
      continue;
    }
    const delayMs = pause(failed, attempt, context.limits.retry);
    if (delayMs === undefined) return failed;
    context.fail("provider", failed.text, failed.class);
    context.emit({ type: "retry", attempt, max: context.limits.retry.max, delayMs, reason: failed.text });
    try {
      await sleep(delayMs, undefined, { signal });
    } catch {
      const { messageId, message } = failed;
      return { kind: "stopped", messageId, reason: "cancelled", text: "cancelled", message };
    }
  }
}

/**
 * Some servers cut a request that is too long in silence and answer what is left of it: their count of the request is
 * the only sign, and it counts as an overflow.
 */
function beyondWindow(reply: Reply, window: number | undefined): Reply | undefined {
  if (reply.kind !== "done" || !reply.usage || window === undefined) return undefined;
  const { input, cacheRead = 0, cacheWrite = 0 } = reply.usage;
  const sent = input + cacheRead + cacheWrite;
  if (sent <= window) return undefined;
  const text = `the server counted ${sent} tokens, and contextWindow is ${window}`;
  return { kind: "failed", messageId: reply.messageId, class: "overflow", text, message: reply.message };
}

/** `auto` leaves the text of a provider alone whose API always sends calls apart. */
function readsText({ textToolCalls, provider }: TurnContext): boolean {
  return textToolCalls === "on" || (textToolCalls === "auto" && provider.name !== "anthropic");
}

/** A reply without text and without calls is no success, whatever its finish reason says. */
function emptyAsFailure(reply: Reply): Reply {
  if (reply.kind !== "done" || reply.reason === "refusal" || reply.calls.length > 0) return reply;
  if (reply.message.blocks.some((block) => block.type === "text" && block.text.trim() !== "")) return reply;
  const thought = reply.message.blocks.length > 0 ? "only thoughts and no answer" : "an empty answer";
  const text =
    reply.reason === "length"
      ? `the model gave ${thought}: it reached its output limit`
      : `the model gave ${thought}`;
  if (reply.reason === "calls")
    return {
      kind: "failed",
      messageId: reply.messageId,
      class: "bad_request",
      text: "the model announced a tool call and sent none",
      message: reply.message,
    };
  return {
    kind: "failed",
    messageId: reply.messageId,
    class: reply.reason === "length" ? "length" : "network",
    text,
    message: reply.message,
  };
}

/** Milliseconds to wait before the next attempt; undefined when there is none. */
function pause(
  failed: Extract<Reply, { kind: "failed" }>,
  attempt: number,
  limits: RetryLimits,
): number | undefined {
  if (!TRANSIENT.has(failed.class) || attempt > limits.max) return undefined;
  if (failed.retryAfterMs !== undefined)
    return failed.retryAfterMs > limits.longestMs ? undefined : failed.retryAfterMs;
  const delay = limits.baseMs * 2 ** (attempt - 1);
  return Math.round(delay * (0.75 + Math.random() * 0.5));
}

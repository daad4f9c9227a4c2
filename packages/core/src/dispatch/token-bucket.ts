import { setTimeout as sleep } from "node:timers/promises";
import { monotonic } from "../signal/monotonic.js";

/** A token bucket that only delays: `take` waits until a token is there, in order of arrival. */
export interface TokenBucket {
  take(signal: AbortSignal): Promise<void>;
}

/** `burst` tokens at first, then `perSecond` more. `now` is for tests, in milliseconds. */
export function createTokenBucket(
  burst: number,
  perSecond: number,
  now: () => number = monotonic,
): TokenBucket {
  let tokens = burst;
  let filledAt = now();
  return {
    async take(signal) {
      const at = now();
      tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * perSecond);
      filledAt = at;
      // Going below zero reserves a later token, which keeps the order of arrival.
      tokens -= 1;
      if (tokens < 0) await sleep((-tokens / perSecond) * 1000, undefined, { signal, ref: true });
    },
  };
}

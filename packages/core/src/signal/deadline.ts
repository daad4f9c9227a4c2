/** A time limit on top of another signal. */
export interface Deadline {
  /** Aborts with the other signal or when the time is over. */
  readonly signal: AbortSignal;
  readonly timedOut: boolean;
  /** Frees the timer; call it when the work has ended. */
  end(): void;
}

/**
 * Starts a time limit of `ms`. `AbortSignal.any` over `AbortSignal.timeout` must not be used for this: Node 20 may
 * collect the timeout's signal as garbage, and then it never fires.
 */
export function startDeadline(ms: number, outer?: AbortSignal): Deadline {
  const stop = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop.abort(new DOMException(`no answer within ${ms / 1000} s`, "TimeoutError"));
  }, ms);
  const follow = (): void => stop.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener("abort", follow, { once: true });
  return {
    signal: stop.signal,
    get timedOut() {
      return timedOut;
    },
    end() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", follow);
    },
  };
}

import type { Answer, PermissionRequest } from "@mm-agent/core";

/** Asks the person; `signal` ends with the turn, and then nobody waits for the answer any more. */
export type Ask = (request: PermissionRequest, signal: AbortSignal) => Promise<Answer>;

/**
 * Puts questions one after another, in the order of asking: a person never faces two at once. A cancelled turn answers
 * what is open with `cancelled`, whether or not the front end ever does, and what has not been shown is not shown.
 */
export function createAskQueue(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (request, signal) => {
    const answer = last.then(() => askOrCancel(ask, request, signal));
    last = answer.catch(() => {});
    return answer;
  };
}

function askOrCancel(ask: Ask, request: PermissionRequest, signal: AbortSignal): Promise<Answer> {
  if (signal.aborted) return Promise.resolve({ outcome: "cancelled" });
  return new Promise((resolve, reject) => {
    const cancel = (): void => resolve({ outcome: "cancelled" });
    signal.addEventListener("abort", cancel, { once: true });
    ask(request, signal)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", cancel));
  });
}

import type { Answer, PermissionRequest } from "@mm-agent/core";

/** Puts questions one after another, in the order of asking: a person never faces two at once. */
export function createAskQueue(
  ask: (request: PermissionRequest) => Promise<Answer>,
): (request: PermissionRequest) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (request) => {
    const answer = last.then(() => ask(request));
    last = answer.catch(() => {});
    return answer;
  };
}

import { askOne, type OneAsk, type OneAsked } from "./ask-one.js";
import type { AskScope } from "./run-ask.js";

/** Questions of one call that run at the same time. */
const AT_ONCE = 4;

/** Asks all, at most four at once; the results in the order given. One that fails does not stop the others. */
export async function askMany(asks: readonly OneAsk[], scope: AskScope): Promise<OneAsked[]> {
  const results: OneAsked[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < asks.length; at = next++) {
      const one = asks[at];
      if (one === undefined) return;
      results[at] = scope.ctx.signal.aborted
        ? { asked: { kind: "stopped", text: "", reason: "cancelled", why: "cancelled" } }
        : await askOne(one, scope);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, asks.length) }, work));
  return results;
}

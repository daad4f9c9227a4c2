import type { Message } from "../provider/types.js";
import { estimateTokens } from "./estimate.js";

/**
 * Where the part that stays word for word begins: at most about `keepTokens` from the end, at a message of the person
 * if one stands there, else at an answer, so that no call loses its result. 0: there is nothing to shorten.
 */
export function chooseCut(messages: readonly Message[], keepTokens: number): number {
  let kept = 0;
  let earliest = messages.length;
  while (earliest > 0) {
    const next = kept + estimateTokens(messages.slice(earliest - 1, earliest));
    if (next > keepTokens && earliest < messages.length) break;
    kept = next;
    earliest -= 1;
  }
  if (earliest === 0) return 0;
  for (let i = earliest; i < messages.length; i += 1) if (messages[i]?.role === "user") return i;
  for (let i = earliest; i < messages.length; i += 1) if (messages[i]?.role === "assistant") return i;
  // The end is one answer with a long result, or one long message: it stays, whatever its size.
  for (let i = messages.length - 1; i > 0; i -= 1) if (messages[i]?.role !== "tool") return i;
  return 0;
}

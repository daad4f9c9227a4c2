import type { MmEvent } from "@mm-agent/core";
import { tokensOf } from "./footer.js";

/** Tokens that the model's window holds after an event of the session itself; undefined: it changes nothing. */
export function filledBy(event: MmEvent): number | undefined {
  if (event.agent !== undefined && event.agent.length > 0) return undefined;
  if (event.type === "usage") return tokensOf(event.usage);
  return event.type === "compacted" ? event.after : undefined;
}

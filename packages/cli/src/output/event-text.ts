import type { EventBody } from "@mm-agent/core";

/** Why and when a request is tried again. */
export function retryText(event: Extract<EventBody, { readonly type: "retry" }>): string {
  return `${event.reason} — trying again in ${(event.delayMs / 1000).toFixed(1)} s (${event.attempt} of ${event.max})`;
}

/** What a compaction did. */
export function compactedText(event: Extract<EventBody, { readonly type: "compacted" }>): string {
  return `The conversation was compacted: about ${event.before} tokens became ${event.after}.`;
}

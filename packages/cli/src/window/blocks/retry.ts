import type { EventBody } from "@mm-agent/core";
import { retryText } from "../../output/event-text.js";
import type { TranscriptBlock } from "./block.js";
import { createNote } from "./note.js";

type Retry = Extract<EventBody, { readonly type: "retry" }>;

export interface RetryBlock extends TranscriptBlock {
  /** The next attempt takes the place of the one before. */
  next(event: Retry): void;
}

/** A request that is tried again. */
export function createRetry(event: Retry): RetryBlock {
  let note = createNote(retryText(event), "warning");
  return {
    next: (next) => {
      note = createNote(retryText(next), "warning");
    },
    close: true,
    lay: (room, open) => note.lay(room, open),
  };
}

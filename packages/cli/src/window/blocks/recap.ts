import type { EventBody } from "@mm-agent/core";
import { recapLine } from "../../output/recap-line.js";
import type { TranscriptBlock } from "./block.js";
import { createNote } from "./note.js";
import { wrapText } from "./text/rows.js";
import { safeText } from "./text/safe-text.js";

/** A turn that is shorter than this, in milliseconds, has no time worth telling. */
const NOTHING_MS = 1000;

/** The end of a turn: why it ended early, and what it did. */
export function createRecap({
  reason,
  message,
  counters,
}: Extract<EventBody, { readonly type: "turn.end" }>): TranscriptBlock {
  const early =
    reason === "cancelled"
      ? createNote("Cancelled.", "warning")
      : message === undefined
        ? undefined
        : createNote(message.replace(/^\[error: ([^]*)\]$/, "$1"), "error");
  // A turn that failed before it did anything has nothing to sum up.
  const nothing = early !== undefined && counters.byLabel.length === 0 && counters.ms < NOTHING_MS;
  const line = nothing ? "" : safeText(recapLine(counters));
  return {
    lay: (room) => ({
      rows: [
        ...(early?.lay(room, false).rows ?? []),
        ...(line === "" ? [] : wrapText(line, room, room.theme.dim)),
      ],
    }),
  };
}

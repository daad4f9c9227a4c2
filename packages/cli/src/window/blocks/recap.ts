import type { EventBody } from "@mm-agent/core";
import { recapLine } from "../../output/recap-line.js";
import type { TranscriptBlock } from "./block.js";
import { createNote } from "./note.js";
import { wrapText } from "./text/rows.js";
import { safeText } from "./text/safe-text.js";

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
        : createNote(message, "error");
  const line = safeText(recapLine(counters));
  return {
    lay: (room) => ({
      rows: [...(early?.lay(room, false).rows ?? []), ...wrapText(line, room, room.theme.dim)],
    }),
  };
}

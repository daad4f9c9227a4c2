import type { TranscriptBlock } from "./block.js";
import { wrapText } from "./text/rows.js";
import { safeText } from "./text/safe-text.js";

/** What the person said into a running turn. */
export function createSteer(text: string): TranscriptBlock {
  return {
    lay: (room) => ({
      rows: wrapText(safeText(text).trimEnd(), room, room.theme.bold, room.theme.accent("↳ "), "  "),
    }),
  };
}

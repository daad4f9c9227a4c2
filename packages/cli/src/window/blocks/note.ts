import type { TranscriptBlock } from "./block.js";
import { wrapText } from "./text/rows.js";
import { safeText } from "./text/safe-text.js";

const LOOKS = {
  info: { mark: "· ", paint: "dim" },
  warning: { mark: "! ", paint: "warning" },
  error: { mark: "✗ ", paint: "error" },
} as const;

/** A line of mm beside the conversation: a notice, a failure. */
export function createNote(text: string, tone: keyof typeof LOOKS): TranscriptBlock {
  const { mark, paint } = LOOKS[tone];
  return {
    close: true,
    lay: (room) => ({
      rows: wrapText(safeText(text).trimEnd(), room, room.theme[paint], room.theme[paint](mark), "  "),
    }),
  };
}

import type { EventBody } from "@mm-agent/core";
import { compactedText } from "../../output/event-text.js";
import type { TranscriptBlock } from "./block.js";
import { createNote } from "./note.js";
import { markdownRows } from "./markdown/markdown-rows.js";
import { safeText } from "./text/safe-text.js";

/** A compaction: one line, unfolded the summary that took the place of what was before. */
export function createCompacted(event: Extract<EventBody, { readonly type: "compacted" }>): TranscriptBlock {
  const note = createNote(compactedText(event), "info");
  return {
    close: true,
    lay(room, open) {
      const { rows } = note.lay(room, false);
      const foldable = event.summary.trim() !== "";
      return {
        rows: open && foldable ? [...rows, ...markdownRows(safeText(event.summary), room)] : rows,
        foldable,
      };
    },
  };
}

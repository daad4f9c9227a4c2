import type { Block } from "@mm-agent/core";
import type { TranscriptBlock } from "./block.js";
import { blockRows } from "./block-rows.js";
import { createNote } from "./note.js";

/** What a command or mm itself says. */
export function createSaid(
  blocks: readonly Block[],
  tone: "info" | "warning" | "error" = "info",
): TranscriptBlock {
  const texts = blocks.map((block) => (block.type === "text" ? block.text : undefined));
  const only = tone !== "info" && texts.every((text) => text !== undefined);
  const note = only ? createNote(texts.join("\n"), tone) : undefined;
  return { lay: (room) => note?.lay(room, false) ?? { rows: blockRows(blocks, room) } };
}

import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { Block, FileChange } from "@mm-agent/core";
import { diffContent } from "./diff-content.js";
import { fence } from "./fence.js";
import { fitText } from "./fit-text.js";

/** Bytes of text in one update, beside the diffs. */
const TEXT_BYTES = 20 * 1024;

/** What a call shows: its changes as diffs, then its blocks. */
export function toolContent(
  changes: readonly FileChange[],
  blocks: readonly Block[],
  language = "",
): ToolCallContent[] {
  const drawn = new Set(changes.map((change) => change.path));
  const extra = blocks.flatMap((block) =>
    block.type === "diff" && !drawn.has(block.change.path) ? [block.change] : [],
  );
  const content = diffContent([...changes, ...extra]);
  let left = TEXT_BYTES;
  for (const block of blocks) {
    const raw = block.type === "diff" ? "" : block.type === "terminal" ? block.chunk : block.text;
    if (raw.trim() === "" || left < 1024) continue;
    const fitted = fitText(raw, left);
    left -= fitted.length;
    const shown = block.type === "markdown" ? fitted : fence(fitted, language);
    content.push({ type: "content", content: { type: "text", text: shown } });
  }
  return content;
}

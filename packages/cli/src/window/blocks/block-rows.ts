import type { Block } from "@mm-agent/core";
import type { Room } from "./block.js";
import { changeRows } from "./diff/change-rows.js";
import { codeRows } from "./markdown/code-rows.js";
import { markdownRows } from "./markdown/markdown-rows.js";
import { isTable, MarkdownSplitter } from "./markdown/split-markdown.js";
import { wrapText } from "./text/rows.js";
import { safeText, terminalText } from "./text/safe-text.js";

/** Blocks of a tool or a command in full. */
export function blockRows(blocks: readonly Block[], room: Room): string[] {
  return blocks.flatMap((block) => {
    if (block.type === "diff") return changeRows(block.change, room).rows;
    if (block.type === "markdown") return wholeMarkdown(block.text, room);
    const text = block.type === "terminal" ? terminalText(block.chunk) : safeText(block.text);
    return wrapText(text.replace(/\n+$/, ""), room, (row) => row);
  });
}

function wholeMarkdown(text: string, room: Room): string[] {
  const splitter = new MarkdownSplitter();
  splitter.feed(text);
  splitter.end();
  const rows: string[] = [];
  for (const part of splitter.parts) {
    const made =
      part.kind === "code" ? codeRows(part, room) : markdownRows(safeText(part.text), room, isTable(part));
    if (part.gap && rows.length > 0 && made.length > 0) rows.push(room.indent);
    rows.push(...made);
  }
  return rows;
}

import type { HistoryEntry } from "@mm-agent/core";
import type { Message } from "../provider/types.js";

/** The conversation as tools may see it: questions, answers, one line for each call, never a tool's output. */
export function toHistory(
  messages: readonly Message[],
  titleOf: (callId: string) => string | undefined,
): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const message of messages) {
    if (message.role === "tool") continue;
    const text = message.blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
    if (text.trim() !== "") entries.push({ role: message.role, text });
    if (message.role === "user") continue;
    for (const block of message.blocks)
      if (block.type === "call")
        entries.push({ role: "tool", text: `${block.name}: ${titleOf(block.id) ?? ""}`.trimEnd() });
  }
  return entries;
}

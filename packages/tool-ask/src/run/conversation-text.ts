import type { HistoryEntry } from "@mm-agent/core";

const NAMES: Readonly<Record<HistoryEntry["role"], string>> = {
  user: "Person",
  assistant: "Agent",
  tool: "Tool call",
};
const HEAD = "[The conversation so far, of a person with the agent that asks you]";
const END = "[End of the conversation; your task follows]";

/**
 * The conversation up to the person's last message, for the agent that is asked: questions, answers, one line for each
 * tool call. At most `max` UTF-16 units; the oldest entries give way. Empty when there is none.
 */
export function conversationText(history: readonly HistoryEntry[], max: number): string {
  const last = history.findLastIndex(({ role }) => role === "user");
  const entries = history.slice(0, last + 1).map(({ role, text }) => `${NAMES[role]}: ${text.trim()}`);
  const kept: string[] = [];
  let length = 0;
  for (const entry of entries.toReversed()) {
    const room = max - length;
    if (entry.length + 1 > room) {
      // Of an entry that does not fit, the end stays: it stands nearest to the task.
      if (kept.length === 0) kept.unshift(`…${entry.slice(-Math.max(0, room - 1))}`);
      break;
    }
    kept.unshift(entry);
    length += entry.length + 1;
  }
  if (kept.length === 0) return "";
  const left = entries.length - kept.length;
  const gap = left > 0 ? [`[${left} earlier ${left === 1 ? "entry" : "entries"} left out]`] : [];
  return [HEAD, ...gap, ...kept, END].join("\n");
}

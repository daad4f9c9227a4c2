import type { Message } from "../provider/types.js";

/**
 * The kept messages behind a summary. It joins a first message of the person, since some servers refuse two messages of
 * one role in a row; otherwise it is a message of its own, with the id of the compaction's record.
 */
export function withSummary(
  summary: string,
  summaryId: string,
  messages: readonly Message[],
  ids: readonly string[],
): { readonly messages: Message[]; readonly ids: string[] } {
  const block = { type: "text", text: summaryText(summary) } as const;
  const [first, ...rest] = messages;
  if (first?.role === "user")
    return { messages: [{ role: "user", blocks: [block, ...first.blocks] }, ...rest], ids: [...ids] };
  return { messages: [{ role: "user", blocks: [block] }, ...messages], ids: [summaryId, ...ids] };
}

/** How the model is told of what it no longer sees. */
function summaryText(summary: string): string {
  return `[Summary of the conversation up to here; the messages themselves were removed to make room]\n${summary}\n[End of the summary]`;
}

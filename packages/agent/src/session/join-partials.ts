import type { AssistantRecord, SessionRecord } from "./records.js";

/**
 * Replaces the pieces of an answer whose end was never written by one partial answer; pieces of an answer that was
 * written, or that another attempt replaced, are dropped.
 */
export function joinPartials(records: readonly SessionRecord[]): SessionRecord[] {
  const out: SessionRecord[] = [];
  let open: { messageId: string; id: string; parent: string | null; at: string; parts: string[] } | undefined;
  const settle = (): void => {
    if (!open) return;
    const { messageId, id, parent, at, parts } = open;
    const partial: AssistantRecord = {
      type: "assistant",
      id,
      parent,
      at,
      messageId,
      blocks: [{ type: "text", text: parts.join("") }],
      partial: true,
    };
    out.push(partial);
    open = undefined;
  };
  for (const record of records) {
    if (record.type === "partial") {
      const { messageId, id, parent, at, text } = record;
      if (open?.messageId === messageId) open.parts.push(text);
      else open = { messageId, id, parent, at, parts: [text] };
      continue;
    }
    if (record.type === "assistant") open = undefined;
    else if (record.type === "user" || record.type === "end") settle();
    out.push(record);
  }
  settle();
  return out;
}

import type { Message } from "../provider/types.js";
import { withSummary } from "./with-summary.js";
import type { SessionRecord } from "./records.js";

/** The messages that the model gets next, each with the id of its record: what a compaction or a drop took away is gone. */
export function toMessages(records: readonly SessionRecord[]): { messages: Message[]; ids: string[] } {
  const messages: Message[] = [];
  const ids: string[] = [];
  for (const record of records) {
    const message = toMessage(record);
    if (message) {
      messages.push(message);
      ids.push(record.id);
    } else if (record.type === "drop") {
      const at = ids.lastIndexOf(record.record);
      if (at < 0) continue;
      messages.splice(at, 1);
      ids.splice(at, 1);
    } else if (record.type === "compaction") {
      // A kept record that cannot be read any more: everything goes, as the summary says what came before.
      const found = record.keep === undefined ? -1 : ids.indexOf(record.keep);
      const from = found < 0 ? messages.length : found;
      const kept = withSummary(record.summary, record.id, messages.slice(from), ids.slice(from));
      messages.splice(0, messages.length, ...kept.messages);
      ids.splice(0, ids.length, ...kept.ids);
    }
  }
  return { messages, ids };
}

function toMessage(record: SessionRecord): Message | undefined {
  switch (record.type) {
    case "user":
      return { role: "user", blocks: record.blocks };
    case "assistant":
      return {
        role: "assistant",
        blocks: record.blocks,
        ...(record.raw === undefined ? {} : { raw: record.raw }),
        ...(record.partial === true ? { partial: true } : {}),
      };
    case "tool":
      return { role: "tool", callId: record.callId, name: record.tool, text: record.text, ok: record.ok };
    default:
      return undefined;
  }
}

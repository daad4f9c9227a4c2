import type { Message, ToolMessage } from "../provider/types.js";

/** The result of a call whose own was lost. */
export const INTERRUPTED = "[interrupted before it ended: no result was recorded]";

/**
 * The messages with each call followed at once by exactly one result, as strict servers demand: missing results are
 * filled in, strays and doubles dropped, empty messages left out. Returns the same array when nothing had to change.
 */
export function checkPairs(messages: readonly Message[]): readonly Message[] {
  const out: Message[] = [];
  let changed = false;
  for (let i = 0; i < messages.length; i += 1) {
    const message = messages[i] as Message;
    if (message.role === "tool") {
      // A result is consumed together with its call below; one that is met here belongs to none.
      changed = true;
      continue;
    }
    if (message.role === "user" || message.blocks.some((block) => block.type === "call")) out.push(message);
    else if (message.blocks.some((block) => block.type !== "text" || block.text !== "")) out.push(message);
    else changed = true;
    if (message.role === "user") continue;

    const results = new Map<string, ToolMessage>();
    let next = i + 1;
    for (; messages[next]?.role === "tool"; next += 1) {
      const result = messages[next] as ToolMessage;
      if (!results.has(result.callId)) results.set(result.callId, result);
      else changed = true;
    }
    let position = i + 1;
    for (const block of message.blocks) {
      if (block.type !== "call") continue;
      const result = results.get(block.id);
      out.push(result ?? { role: "tool", callId: block.id, name: block.name, text: INTERRUPTED, ok: false });
      if (messages[position] !== result || result === undefined) changed = true;
      results.delete(block.id);
      position += 1;
    }
    if (results.size > 0) changed = true;
    i = next - 1;
  }
  return changed ? out : messages;
}

import type { AssistantMessage, Message, UserMessage } from "../types.js";
import { createWireIds, type IdRule } from "../wire/wire-ids.js";

/** A message as the Chat Completions API wants it. */
export type WireMessage = Readonly<Record<string, unknown>> & {
  readonly role: "system" | "user" | "assistant" | "tool";
};

/** What a reply leaves in `raw` for the next request of the same turn. */
export interface OpenAIRaw {
  /** The field the server thinks in; DeepSeek, Kimi and others want their thoughts back while they call tools. */
  readonly reasoningField?: string;
  /** OpenRouter's signed thoughts. */
  readonly reasoningDetails?: readonly unknown[];
}

function user(message: UserMessage): WireMessage {
  const onlyText = message.blocks.every((block) => block.type === "text");
  if (onlyText)
    return {
      role: "user",
      content: message.blocks.map((block) => (block.type === "text" ? block.text : "")).join("\n"),
    };
  const content = message.blocks.map((block) =>
    block.type === "text"
      ? { type: "text", text: block.text }
      : { type: "image_url", image_url: { url: `data:${block.mimeType};base64,${block.data}` } },
  );
  return { role: "user", content };
}

/** The arguments to send back: as emitted where they are a JSON object, else an empty one; strict servers answer 400 to anything else. */
function replayed(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return text;
  } catch {
    // The result that follows tells the model what was wrong.
  }
  return "{}";
}

function assistant(
  message: AssistantMessage,
  id: (id: string) => string,
  raw: OpenAIRaw | undefined,
): WireMessage | undefined {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const calls: unknown[] = [];
  for (const block of message.blocks) {
    if (block.type === "text") texts.push(block.text);
    else if (block.type === "thought") thoughts.push(block.text);
    else
      calls.push({
        id: id(block.id),
        type: "function",
        function: { name: block.name, arguments: replayed(block.arguments) },
      });
  }
  const content = texts.join("");
  if (content === "" && calls.length === 0) return undefined;
  const thought = thoughts.join("");
  return {
    role: "assistant",
    // Not null beside calls: chat templates of local servers trip over it.
    content,
    ...(raw?.reasoningField !== undefined && thought !== "" ? { [raw.reasoningField]: thought } : {}),
    ...(raw?.reasoningDetails === undefined ? {} : { reasoning_details: raw.reasoningDetails }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** Maps a conversation to the wire. Thoughts go back only within the running turn and to the model that had them. */
export function wireMessages(
  system: string,
  messages: readonly Message[],
  model: string,
  rule: IdRule,
): WireMessage[] {
  const ids = createWireIds(rule);
  const wire: WireMessage[] = system === "" ? [] : [{ role: "system", content: system }];
  const turn = messages.map((message) => message.role).lastIndexOf("user");
  for (const [at, message] of messages.entries()) {
    if (message.role === "user") wire.push(user(message));
    else if (message.role === "tool")
      wire.push({ role: "tool", tool_call_id: ids.result(message.callId), content: message.text });
    else {
      const own = message.raw?.provider === "openai" && message.raw.model === model && at > turn;
      const raw =
        own && message.blocks.some((block) => block.type === "call")
          ? (message.raw?.data as OpenAIRaw | undefined)
          : undefined;
      const mapped = assistant(message, ids.call, raw);
      if (mapped !== undefined) wire.push(mapped);
    }
  }
  return wire;
}

import type { AssistantMessage, Message, UserMessage } from "../types.js";
import { COMMON_IDS, createWireIds } from "../wire/wire-ids.js";

/** A content block as the Messages API wants it. */
export type WireBlock = Readonly<Record<string, unknown>> & { readonly type: string };

export interface WireMessage {
  readonly role: "user" | "assistant";
  readonly content: WireBlock[];
}

/**
 * What a reply leaves in `raw`: its blocks in order, thinking with its signature. Text and calls are only marked, for the
 * message itself holds them.
 */
export interface AnthropicRaw {
  readonly blocks: readonly (
    | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
    | { readonly type: "redacted_thinking"; readonly data: string }
    | { readonly type: "text"; readonly length: number }
    | { readonly type: "call" }
  )[];
}

function user(message: UserMessage): WireBlock[] {
  return message.blocks.flatMap((block): WireBlock[] => {
    if (block.type === "image")
      return [{ type: "image", source: { type: "base64", media_type: block.mimeType, data: block.data } }];
    // The API refuses text without ink.
    return block.text.trim() === "" ? [] : [{ type: "text", text: block.text }];
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // The result that follows tells the model what was wrong.
  }
  return {};
}

function assistant(
  message: AssistantMessage,
  id: (id: string) => string,
  raw: AnthropicRaw | undefined,
): WireBlock[] {
  const calls = message.blocks.flatMap((block): WireBlock[] =>
    block.type === "call"
      ? [{ type: "tool_use", id: id(block.id), name: block.name, input: parsed(block.arguments) }]
      : [],
  );
  const text = message.blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
  const plain = (): WireBlock[] => [...(text.trim() === "" ? [] : [{ type: "text", text }]), ...calls];
  if (raw === undefined || !fits(raw, text.length, calls.length)) return plain();
  let at = 0;
  let call = 0;
  return raw.blocks.flatMap((block): WireBlock[] => {
    if (block.type === "call") return calls.slice(call, (call += 1));
    if (block.type !== "text") return [{ ...block }];
    const piece = text.slice(at, (at += block.length));
    return piece.trim() === "" ? [] : [{ type: "text", text: piece }];
  });
}

/** Signatures hold only for the message they came with. */
function fits(raw: AnthropicRaw, chars: number, calls: number): boolean {
  if (!Array.isArray(raw.blocks)) return false;
  const length = raw.blocks.reduce((sum, block) => sum + (block.type === "text" ? block.length : 0), 0);
  return length === chars && raw.blocks.filter((block) => block.type === "call").length === calls;
}

/** Maps a conversation to the wire: results and what the person said next share one message; thinking goes back to its own model only. */
export function wireMessages(messages: readonly Message[], model: string): WireMessage[] {
  const ids = createWireIds(COMMON_IDS);
  const wire: WireMessage[] = [];
  const add = (role: WireMessage["role"], content: readonly WireBlock[]): void => {
    if (content.length === 0) return;
    const last = wire.at(-1);
    if (last?.role === role) last.content.push(...content);
    else wire.push({ role, content: [...content] });
  };
  for (const message of messages) {
    if (message.role === "user") add("user", user(message));
    else if (message.role === "tool") {
      const { text, ok } = message;
      const content = text.trim() === "" ? {} : { content: text };
      add("user", [
        {
          type: "tool_result",
          tool_use_id: ids.result(message.callId),
          ...content,
          ...(ok ? {} : { is_error: true }),
        },
      ]);
    } else {
      const own =
        message.raw?.provider === "anthropic" && message.raw.model === model && message.partial !== true;
      add("assistant", assistant(message, ids.call, own ? (message.raw?.data as AnthropicRaw) : undefined));
    }
  }
  // A conversation begins with the person, also when its beginning was dropped.
  if (wire[0]?.role === "assistant")
    wire.unshift({ role: "user", content: [{ type: "text", text: "(continued)" }] });
  return wire;
}

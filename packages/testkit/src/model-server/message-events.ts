import type { StreamPiece } from "./reply.js";

/** One block of a reply of the Messages API; texts are given in the pieces in which they stream. */
export type MessageBlock =
  | { readonly text: readonly string[] }
  | { readonly thinking: readonly string[]; readonly signature: string }
  | { readonly redacted: string }
  | { readonly tool: string; readonly id?: string; readonly json: readonly string[] }
  /** A block as it is. */
  | { readonly raw: Readonly<Record<string, unknown>> };

export interface MessageOptions {
  /** Default: `tool_use` when there is a call, else `end_turn`. */
  readonly stop?: string;
  readonly usage?: Readonly<Record<string, unknown>>;
  readonly outputTokens?: number;
}

function event(type: string, more: object): StreamPiece {
  return { raw: `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n` };
}

/** The event stream of one reply in the form of Anthropic's Messages API. */
export function messageEvents(blocks: readonly MessageBlock[], options: MessageOptions = {}): StreamPiece[] {
  const usage = options.usage ?? { input_tokens: 10, output_tokens: 1 };
  const pieces: StreamPiece[] = [
    event("message_start", {
      message: { id: "msg_1", type: "message", role: "assistant", model: "scripted", content: [], usage },
    }),
    event("ping", {}),
  ];
  for (const [index, block] of blocks.entries()) {
    pieces.push(event("content_block_start", { index, content_block: startOf(block, index) }));
    for (const delta of deltasOf(block)) pieces.push(event("content_block_delta", { index, delta }));
    pieces.push(event("content_block_stop", { index }));
  }
  const calls = blocks.some((block) => "tool" in block);
  pieces.push(
    event("message_delta", {
      delta: { stop_reason: options.stop ?? (calls ? "tool_use" : "end_turn"), stop_sequence: null },
      usage: { output_tokens: options.outputTokens ?? 5 },
    }),
    event("message_stop", {}),
  );
  return pieces;
}

function startOf(block: MessageBlock, index: number): object {
  if ("text" in block) return { type: "text", text: "" };
  if ("thinking" in block) return { type: "thinking", thinking: "", signature: "" };
  if ("redacted" in block) return { type: "redacted_thinking", data: block.redacted };
  if ("tool" in block)
    return { type: "tool_use", id: block.id ?? `toolu_${index}`, name: block.tool, input: {} };
  return block.raw;
}

function deltasOf(block: MessageBlock): object[] {
  if ("text" in block) return block.text.map((text) => ({ type: "text_delta", text }));
  if ("thinking" in block)
    return [
      ...block.thinking.map((thinking) => ({ type: "thinking_delta", thinking })),
      { type: "signature_delta", signature: block.signature },
    ];
  return "tool" in block
    ? block.json.map((partial_json) => ({ type: "input_json_delta", partial_json }))
    : [];
}

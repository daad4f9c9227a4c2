import type { NetBody } from "../../net/body.js";
import { createSseParser, type SseItem } from "../../net/sse.js";
import type { ModelEvent, StopReason } from "../types.js";
import { streamFailure } from "../wire/failure.js";
import { mergeEvents } from "../wire/merge-events.js";
import type { AnthropicRaw, WireBlock } from "./messages.js";
import { createUsage } from "./usage.js";

type Loose = Readonly<Record<string, unknown>>;

/** A content block that is being streamed. */
interface Block {
  readonly type: string;
  readonly call: number;
  readonly name: string;
  readonly start: Loose;
  readonly parts: string[];
  signature: string;
  ended: boolean;
}

/** The state of a reply; one that was paused goes on in it. */
export interface ReplyState {
  readonly blocks: Block[];
  readonly usage: ReturnType<typeof createUsage>;
  calls: number;
  stop: string | undefined;
}

export function createReplyState(): ReplyState {
  return { blocks: [], usage: createUsage(), calls: 0, stop: undefined };
}

const REASONS: Readonly<Record<string, StopReason>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  tool_use: "calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refusal",
};

function asObject(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Reads the events of one response into `state`. Ends with an `error`, or without a last event when the message is whole. */
export async function* readReply(body: NetBody, state: ReplyState): AsyncGenerator<ModelEvent, boolean> {
  const parser = createSseParser();
  // Numbers of blocks begin at 0 in each response.
  const first = state.blocks.length;
  let begun = false;
  let whole = false;
  const stray: string[] = [];

  function take(item: SseItem): ModelEvent[] {
    if (item.type === "comment") return [{ type: "alive" }];
    if (item.type === "stray") {
      stray.push(item.line);
      return [];
    }
    let value: Loose;
    try {
      value = asObject(JSON.parse(item.data));
    } catch {
      if (item.data.trim() === "" || item.data.startsWith("[DONE]")) return [];
      return [
        {
          type: "error",
          class: "network",
          message: `the server sent an event that is not JSON: ${item.data.slice(0, 120)}`,
        },
      ];
    }
    switch (value["type"]) {
      case "error":
        return [streamFailure(value)];
      case "message_start":
        begun = true;
        state.usage.add(asObject(value["message"])["usage"]);
        return [{ type: "alive" }];
      case "content_block_start":
        return startBlock(state, first + Number(value["index"] ?? 0), asObject(value["content_block"]));
      case "content_block_delta":
        return takeDelta(state.blocks[first + Number(value["index"] ?? 0)], asObject(value["delta"]));
      case "content_block_stop":
        return endBlock(state.blocks[first + Number(value["index"] ?? 0)]);
      case "message_delta":
        state.usage.add(value["usage"]);
        state.stop = text(asObject(value["delta"])["stop_reason"]) || state.stop;
        return [];
      case "message_stop":
        whole = true;
        return [];
      default:
        return [{ type: "alive" }];
    }
  }

  for await (const bytes of body) {
    const events = mergeEvents(parser.push(bytes).flatMap((item) => (whole ? [] : take(item))));
    for (const event of events) {
      yield event;
      if (event.type === "error") return false;
    }
    if (whole) return true;
  }
  for (const event of parser.end().flatMap(take)) {
    yield event;
    if (event.type === "error") return false;
  }
  // A stop reason says that the message is whole, even where a proxy swallows the last event.
  if (whole || state.stop !== undefined) return true;
  // Closed in good order with a call in it: the model's output was cut, so it must be told, not asked the same again.
  if (state.calls > 0) {
    state.stop = "max_tokens";
    return true;
  }
  const usage = state.usage.read();
  if (usage !== undefined) yield { type: "usage", usage };
  const said = begun ? undefined : jsonOf(stray.join("\n"));
  const message = begun
    ? "the stream ended before the reply was whole"
    : "the server ended the stream without a reply";
  yield said === undefined ? { type: "error", class: "network", message } : streamFailure(said);
  return false;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function startBlock(state: ReplyState, at: number, start: Loose): ModelEvent[] {
  const type = text(start["type"]);
  const call = type === "tool_use" ? state.calls++ : -1;
  const block: Block = {
    type,
    call,
    name: text(start["name"]),
    start,
    parts: [],
    signature: text(start["signature"]),
    ended: false,
  };
  state.blocks[at] = block;
  if (type === "tool_use") return [{ type: "call.start", index: call, name: block.name }];
  const begin = type === "text" ? text(start["text"]) : text(start["thinking"]);
  return begin === ""
    ? [{ type: "alive" }]
    : takeDelta(block, { type: `${type}_delta`, text: begin, thinking: begin });
}

function takeDelta(block: Block | undefined, delta: Loose): ModelEvent[] {
  if (block === undefined) return [];
  switch (delta["type"]) {
    case "text_delta": {
      block.parts.push(text(delta["text"]));
      return [{ type: "text", text: text(delta["text"]) }];
    }
    case "thinking_delta":
      block.parts.push(text(delta["thinking"]));
      return [{ type: "thought", text: text(delta["thinking"]) }];
    case "signature_delta":
      block.signature += text(delta["signature"]);
      return [{ type: "alive" }];
    case "input_json_delta": {
      const piece = text(delta["partial_json"]);
      block.parts.push(piece);
      return block.call < 0 || piece === ""
        ? [{ type: "alive" }]
        : [{ type: "call.delta", index: block.call, text: piece }];
    }
    default:
      return [{ type: "alive" }];
  }
}

function endBlock(block: Block | undefined): ModelEvent[] {
  if (block === undefined || block.ended) return [];
  block.ended = true;
  if (block.call < 0) return [];
  const json = block.parts.join("");
  // Without any piece the input stands in the block's start.
  const given = json === "" ? asObject(block.start["input"]) : json;
  return [{ type: "call.end", index: block.call, name: block.name, arguments: given }];
}

/** The last events of a whole reply. */
export function finished(state: ReplyState): ModelEvent[] {
  const usage = state.usage.read();
  const reason = REASONS[state.stop ?? "end_turn"] ?? "stop";
  const raw = rawOf(state.blocks);
  return [
    ...(usage === undefined ? [] : [{ type: "usage", usage } as const]),
    {
      type: "done",
      reason: reason === "stop" && state.calls > 0 ? "calls" : reason,
      ...(raw === undefined ? {} : { raw }),
    },
  ];
}

/** Only thinking needs to be kept; without any the message says it all. */
function rawOf(blocks: readonly Block[]): AnthropicRaw | undefined {
  const kept = blocks.flatMap((block): AnthropicRaw["blocks"][number][] => {
    switch (block.type) {
      case "thinking":
        return [{ type: "thinking", thinking: block.parts.join(""), signature: block.signature }];
      case "redacted_thinking":
        return [{ type: "redacted_thinking", data: text(block.start["data"]) }];
      case "text":
        return [{ type: "text", length: block.parts.join("").length }];
      case "tool_use":
        return [{ type: "call" }];
      default:
        return [];
    }
  });
  return kept.some((block) => block.type.endsWith("thinking")) ? { blocks: kept } : undefined;
}

/** The blocks of a paused reply, to send back so that it goes on. */
export function pausedBlocks(state: ReplyState): WireBlock[] {
  return state.blocks.flatMap((block): WireBlock[] => {
    const said = block.parts.join("");
    if (block.type === "thinking") return [{ type: "thinking", thinking: said, signature: block.signature }];
    if (block.type === "text") return said.trim() === "" ? [] : [{ type: "text", text: said }];
    return [{ ...block.start, type: block.type, ...(said === "" ? {} : { input: jsonOf(said) ?? {} }) }];
  });
}

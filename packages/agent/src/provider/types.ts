import type { ToolSpec, Usage } from "@mm-agent/core";

/** An image in a user message, base64 without a data-URI prefix. */
export interface ImageBlock {
  readonly type: "image";
  readonly mimeType: string;
  readonly data: string;
}

export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

export type UserBlock = TextBlock | ImageBlock;

/** A call the model made. `id` is ours; `arguments` is the JSON text as emitted, replayed word for word when it is valid JSON. */
export interface CallBlock {
  readonly type: "call";
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface ThoughtBlock {
  readonly type: "thought";
  readonly text: string;
}

export type AssistantBlock = TextBlock | ThoughtBlock | CallBlock;

export interface UserMessage {
  readonly role: "user";
  readonly blocks: readonly UserBlock[];
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly blocks: readonly AssistantBlock[];
  /** Provider state to send back unchanged (thinking signatures), tagged with the provider it belongs to. */
  readonly raw?: { readonly provider: string; readonly model: string; readonly data: unknown };
  /** True when the stream broke off; the text is what had arrived. */
  readonly partial?: boolean;
}

/** The result of one call; follows the assistant message that made it. */
export interface ToolMessage {
  readonly role: "tool";
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  readonly ok: boolean;
}

export type Message = UserMessage | AssistantMessage | ToolMessage;

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly thinking?: ThinkingLevel;
  /** Stable within a session: the key of prompt caches. */
  readonly sessionId: string;
}

export type ThinkingLevel = "off" | "low" | "medium" | "high";

/**
 * What a failed request means for the turn loop. `overflow`: the request does not fit the model's window.
 * `bad_request`: it will fail again in the same way.
 */
export type ErrorClass =
  | "auth"
  | "rate_limit"
  | "overloaded"
  | "overflow"
  | "network"
  | "bad_request"
  | "aborted";

export type StopReason = "stop" | "calls" | "length" | "refusal";

/**
 * The stream of one model reply. A provider never throws: the stream ends with exactly one `done` or `error`.
 * Calls are numbered by `index` in order of their first fragment; `call.end` comes before `done` for every call that is whole.
 */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thought"; readonly text: string }
  | { readonly type: "call.start"; readonly index: number; readonly name: string }
  | { readonly type: "call.delta"; readonly index: number; readonly text: string }
  /** The whole call. `arguments` is the JSON text as emitted, or a value where the server sent one. */
  | { readonly type: "call.end"; readonly index: number; readonly name: string; readonly arguments: unknown }
  /** The connection lives although the model says nothing (keep-alive comments). */
  | { readonly type: "alive" }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "done"; readonly reason: StopReason; readonly raw?: unknown }
  | {
      readonly type: "error";
      readonly class: ErrorClass;
      readonly message: string;
      /** Milliseconds the server asked to wait. */
      readonly retryAfterMs?: number;
    };

export interface ModelInfo {
  readonly id: string;
  /** Tokens. */
  readonly contextWindow?: number;
  readonly images?: boolean;
}

/** One way to reach models. Streams end by themselves or by the signal; nothing is thrown after the call returned. */
export interface Provider {
  /** `openai`, `anthropic`, `scripted`, or a plugin's. */
  readonly name: string;
  readonly model: string;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** What the server offers; rejects with an Error whose message is a text for a person. */
  models?(signal: AbortSignal): Promise<ModelInfo[]>;
}

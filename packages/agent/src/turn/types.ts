import type { Dispatcher, ErrorWhere, EventBody, TurnCounters, TurnEndReason, Usage } from "@mm-agent/core";
import type { MessageAbout } from "../session/conversation.js";
import type { AssistantMessage, Message, Provider, ThinkingLevel, UserBlock } from "../provider/types.js";

/** Limits of one turn. Times in milliseconds. */
export interface TurnLimits {
  /** Model requests in one turn. */
  readonly maxTurns: number;
  /** Silence of the model that ends the turn. */
  readonly watchdogMs: number;
  readonly retry: RetryLimits;
}

export interface RetryLimits {
  /** Further attempts after the first. */
  readonly max: number;
  /** The first pause; each further one is twice as long, with jitter. */
  readonly baseMs: number;
  /** A pause the server asks for beyond this ends the turn instead. */
  readonly longestMs: number;
}

/** A message of the person: what the model gets, and what the person typed. */
export interface Prompt {
  readonly blocks: readonly UserBlock[];
  readonly shown: string;
}

/** What a turn works on. The session owns it; the loop appends to `messages` and never rewrites them. */
export interface TurnContext {
  readonly sessionId: string;
  readonly system: string;
  readonly provider: Provider;
  readonly dispatcher: Dispatcher;
  readonly limits: TurnLimits;
  readonly request: {
    readonly maxTokens?: number;
    readonly temperature?: number;
    readonly thinking?: ThinkingLevel;
  };
  /** Whether calls that a model writes into its text are read: `auto` where the provider's API does not rule them out. */
  readonly textToolCalls: "auto" | "on" | "off";
  /** Tokens the model's window holds, when known. */
  window(): number | undefined;
  /** Called with what the server counted for a request, before its reply joins the messages. */
  onUsage?(usage: Usage): void;
  messages(): readonly Message[];
  append(message: Message, about?: MessageAbout): Promise<void> | void;
  /** Takes the newest message out again: it did not fit, and would spoil every later request. */
  dropLast(): Promise<void> | void;
  /** Messages that the person sent while the turn ran, each taken once. */
  takeSteering(): Promise<readonly Prompt[]> | readonly Prompt[];
  emit(event: EventBody): void;
  /** Kept in the session's `errors` and shown. */
  fail(where: ErrorWhere, message: string, errorClass?: string): void;
  /** Called before each request; may compact the history. */
  beforeRequest?(signal: AbortSignal): Promise<void>;
  /** Called when the request does not fit the window; true when room was made and another try makes sense. */
  onOverflow?(signal: AbortSignal, message: string): Promise<boolean>;
}

export interface TurnEnd {
  readonly reason: TurnEndReason;
  /** The text of the last answer. */
  readonly text: string;
  /** For the person, when the turn did not end well. */
  readonly message?: string;
  readonly counters: TurnCounters;
}

/** What one model reply came to. */
export type Reply =
  | {
      readonly kind: "done";
      readonly messageId: string;
      readonly reason: "stop" | "calls" | "length" | "refusal";
      readonly message: AssistantMessage;
      readonly calls: readonly ReplyCall[];
      readonly usage?: Usage;
    }
  | {
      readonly kind: "failed";
      readonly messageId: string;
      readonly class: string;
      readonly text: string;
      readonly retryAfterMs?: number;
      readonly message: AssistantMessage;
    }
  | {
      readonly kind: "stopped";
      readonly messageId: string;
      readonly reason: "runaway" | "watchdog" | "cancelled";
      readonly text: string;
      readonly message: AssistantMessage;
    };

export interface ReplyCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
  /** False when the stream ended inside the call: it must not run. */
  readonly whole: boolean;
}

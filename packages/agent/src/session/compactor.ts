import type { EventBody } from "@mm-agent/core";
import { compactMessages } from "../compaction/compact.js";
import { estimateTokens } from "../compaction/estimate.js";
import type { Provider } from "../provider/types.js";
import type { Conversation } from "./conversation.js";
import type { CompactResult } from "./types.js";

export interface CompactorOptions {
  conversation(): Conversation;
  provider(): Provider;
  /** Tokens, as far as they are known. */
  window(): number | undefined;
  /** Tokens of one reply, which the window must hold as well. */
  readonly maxTokens?: number;
  readonly settings: { readonly auto: boolean; readonly threshold: number };
  readonly watchdogMs: number;
  emit(event: EventBody): void;
}

/** Shortens a session's conversation: when asked, when it nears the window, and once in a turn that overflows. */
export interface Compactor {
  turnStarts(): void;
  run(signal: AbortSignal, focus?: string): Promise<CompactResult>;
  /** Before a request: compacts when the conversation has reached its share of the window. */
  ifNear(signal: AbortSignal): Promise<void>;
  /** After an overflow: true when room was made. Once in a turn. */
  afterOverflow(signal: AbortSignal): Promise<boolean>;
}

/** How much a conversation must have grown before compaction is tried again after one that saved nothing. */
const GROWN = 1.1;

export function createCompactor(options: CompactorOptions): Compactor {
  const { emit } = options;
  let overflowed = false;
  let uselessAt = 0;

  const size = (): number => {
    const { counted, messages } = options.conversation();
    return counted
      ? counted.tokens + estimateTokens(messages.slice(counted.messages))
      : estimateTokens(messages);
  };
  const run = async (signal: AbortSignal, focus?: string): Promise<CompactResult> => {
    const conversation = options.conversation();
    const window = options.window();
    emit({ type: "notice", level: "info", text: "compacting the conversation" });
    const done = await compactMessages({
      provider: options.provider(),
      sessionId: conversation.id,
      messages: conversation.messages,
      ...(window === undefined ? {} : { window }),
      ...(focus === undefined ? {} : { focus }),
      changed: [...conversation.changed],
      watchdogMs: options.watchdogMs,
      signal,
    });
    if (!done.ok) {
      uselessAt = size();
      return { ok: false, text: done.text };
    }
    const { summary, before, after } = done;
    await conversation.compact(done);
    emit({ type: "compacted", before, after, summary });
    return { ok: true, text: `compacted: about ${before} tokens before, ${after} after` };
  };
  return {
    turnStarts: () => {
      overflowed = false;
    },
    run,
    async ifNear(signal) {
      const window = options.window();
      if (window === undefined || !options.settings.auto) return;
      const room = window - Math.min(options.maxTokens ?? 0, window / 2);
      const now = size();
      if (now <= options.settings.threshold * room || now < uselessAt * GROWN) return;
      const result = await run(signal);
      if (!result.ok && !signal.aborted) emit({ type: "notice", level: "warning", text: result.text });
    },
    async afterOverflow(signal) {
      if (overflowed) return false;
      overflowed = true;
      const result = await run(signal);
      if (!result.ok && !signal.aborted) emit({ type: "notice", level: "warning", text: result.text });
      return result.ok;
    },
  };
}

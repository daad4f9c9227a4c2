import { randomBytes } from "node:crypto";
import { runawayText, type EventBody, type Usage } from "@mm-agent/core";
import { createTextReader } from "../provider/text-calls/text-reader.js";
import type { ReaderEvent } from "../provider/text-calls/types.js";
import type { AssistantBlock, ModelEvent, ModelRequest, Provider } from "../provider/types.js";
import { nextEvent } from "./next-event.js";
import { openCall, type OpenCall } from "./open-call.js";
import { createProseGuard, proseRunawayText } from "./prose-guard.js";
import { createWatchdog, watchdogText, type Watchdog } from "./watchdog.js";
import type { Reply, ReplyCall } from "./types.js";

/** Characters of arguments between two `tool.composing` events. */
const COMPOSING_STEP = 1024;

export interface ReadReplyOptions {
  readonly provider: Provider;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly watchdogMs: number;
  /** Read calls, thoughts and stray tokens out of the text. */
  readonly readText: boolean;
  emit(event: EventBody): void;
}

/**
 * Streams one model reply. Ends with the stream, the signal, the watchdog or a runaway, and never throws.
 * Text and thoughts are joined once at the end: the work for each delta does not grow with the reply.
 */
export async function readReply(options: ReadReplyOptions): Promise<Reply> {
  const messageId = `m_${randomBytes(6).toString("hex")}`;
  const state = new ReplyState(messageId, options);
  const watchdog = createWatchdog(options.watchdogMs);
  const abortStream = new AbortController();
  // One place that the end can reach, instead of a race per event: a race would leave a reaction behind for each.
  let ended: "cancelled" | "watchdog" | undefined;
  let wake: (next: ModelEvent | undefined) => void = () => {};
  const end = (why: "cancelled" | "watchdog"): void => {
    ended ??= why;
    wake(undefined);
  };
  const onAbort = (): void => end("cancelled");
  if (options.signal.aborted) ended = "cancelled";
  else options.signal.addEventListener("abort", onAbort, { once: true });
  void watchdog.expired.then(() => end("watchdog"));
  const iterator = options.provider.stream(options.request, abortStream.signal)[Symbol.asyncIterator]();
  const reader = options.readText
    ? createTextReader(options.request.tools.map((tool) => tool.name))
    : undefined;
  try {
    for (;;) {
      const next = ended
        ? undefined
        : await new Promise<ModelEvent | undefined>((resolve) => {
            wake = resolve;
            void nextEvent(iterator).then(resolve);
          });
      if (ended)
        return state.stopped(ended, ended === "cancelled" ? "cancelled" : watchdogText(options.watchdogMs));
      if (!next) continue;
      // What is held back is a sign of life all the same.
      if ((next.type === "text" || next.type === "thought") && next.text !== "") watchdog.life();
      for (const event of reader?.push(next) ?? [next]) {
        const reply = state.take(event, watchdog);
        if (reply) return reply;
      }
    }
  } finally {
    options.signal.removeEventListener("abort", onAbort);
    abortStream.abort();
    watchdog.stop();
    // A provider that hangs in its own clean-up must not hold the turn.
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

class ReplyState {
  readonly #blocks: ({ readonly type: "text" | "thought"; readonly parts: string[] } | OpenCall)[] = [];
  readonly #calls = new Map<number, OpenCall>();
  readonly #guards = { text: createProseGuard(), thought: createProseGuard() };
  #usage: Usage | undefined;

  constructor(
    readonly messageId: string,
    readonly options: ReadReplyOptions,
  ) {}

  emit(event: EventBody): void {
    this.options.emit(event);
  }

  /** Takes one event; returns the reply when it was the last. */
  take(event: ReaderEvent, watchdog: Watchdog): Reply | undefined {
    switch (event.type) {
      case "recast":
        for (const [at, block] of this.#blocks.entries())
          if (!("guard" in block) && block.type === "text") this.#blocks[at] = { ...block, type: "thought" };
        return undefined;
      case "derailed":
        return this.stopped("runaway", event.text);
      case "text":
      case "thought":
        if (event.text === "") return undefined;
        return this.#say(event.type, event.text);
      case "call.start":
        watchdog.life();
        this.#open(event.index, event.name);
        return undefined;
      case "call.delta":
        return this.#delta(event.index, event.text, watchdog);
      case "call.end": {
        watchdog.life();
        const call = this.#open(event.index, event.name);
        call.name = event.name;
        call.whole = { arguments: event.arguments };
        return undefined;
      }
      case "alive":
        watchdog.alive();
        return undefined;
      case "usage":
        watchdog.alive();
        this.#usage = event.usage;
        return undefined;
      case "error":
        return {
          kind: "failed",
          messageId: this.messageId,
          class: event.class,
          text: event.message,
          ...(event.retryAfterMs === undefined ? {} : { retryAfterMs: event.retryAfterMs }),
          message: { role: "assistant", blocks: this.#finish(false), partial: true },
        };
      case "done":
        return this.#done(event);
    }
  }

  stopped(reason: "runaway" | "watchdog" | "cancelled", text: string): Reply {
    return {
      kind: "stopped",
      messageId: this.messageId,
      reason,
      text,
      message: { role: "assistant", blocks: this.#finish(false), partial: true },
    };
  }

  #done(event: Extract<ModelEvent, { type: "done" }>): Reply {
    const calls = [...this.#calls.values()].map((call): ReplyCall => ({
      id: call.id,
      name: call.name,
      arguments: call.whole ? call.whole.arguments : call.parts.join(""),
      whole: call.whole !== undefined && event.reason !== "length",
    }));
    const { provider } = this.options;
    const raw =
      event.raw === undefined
        ? {}
        : { raw: { provider: provider.name, model: provider.model, data: event.raw } };
    const blocks = this.#finish(true);
    const answered = blocks.some((block) => block.type === "text" && block.text.trim() !== "");
    const reason = event.reason === "calls" && calls.length === 0 && answered ? "stop" : event.reason;
    return {
      kind: "done",
      messageId: this.messageId,
      reason: calls.length > 0 && reason === "stop" ? "calls" : reason,
      message: { role: "assistant", blocks, ...raw },
      calls,
      ...(this.#usage ? { usage: this.#usage } : {}),
    };
  }

  /** The blocks of the message; without `calls` a call that never ran leaves no trace that would need a result. */
  #finish(calls: boolean): AssistantBlock[] {
    const blocks: AssistantBlock[] = [];
    for (const block of this.#blocks) {
      if ("guard" in block) {
        if (!calls) continue;
        const given = block.whole ? block.whole.arguments : block.parts.join("");
        const text = typeof given === "string" ? given : JSON.stringify(given ?? {});
        blocks.push({ type: "call", id: block.id, name: block.name, arguments: text });
      } else blocks.push({ type: block.type, text: block.parts.join("") });
    }
    const text = blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
    if (text !== "")
      this.emit({
        type: "message.done",
        messageId: this.messageId,
        text,
        ...(calls ? {} : { partial: true }),
      });
    return blocks;
  }

  #say(type: "text" | "thought", text: string): Reply | undefined {
    this.#prose(type).push(text);
    this.emit({ type: type === "text" ? "text.delta" : "thought.delta", messageId: this.messageId, text });
    const runaway = this.#guards[type].push(text);
    return runaway ? this.stopped("runaway", proseRunawayText(type, runaway)) : undefined;
  }

  #prose(type: "text" | "thought"): string[] {
    const last = this.#blocks.at(-1);
    if (last && !("guard" in last) && last.type === type) return last.parts;
    const parts: string[] = [];
    this.#blocks.push({ type, parts });
    return parts;
  }

  #open(index: number, name: string): OpenCall {
    const known = this.#calls.get(index);
    if (known) return known;
    const call = openCall(name);
    this.#calls.set(index, call);
    this.#blocks.push(call);
    this.#announce(call);
    return call;
  }

  #delta(index: number, text: string, watchdog: Watchdog): Reply | undefined {
    const call = this.#calls.get(index);
    if (!call || text === "") return undefined;
    // Whitespace alone is what a stuck model sends for minutes: no sign of life.
    if (/\S/.test(text)) watchdog.life();
    else watchdog.alive();
    call.parts.push(text);
    call.chars += text.length;
    if (call.chars - call.announced >= COMPOSING_STEP) this.#announce(call);
    const runaway = call.guard.push(text);
    return runaway ? this.stopped("runaway", runawayText(runaway)) : undefined;
  }

  #announce(call: OpenCall): void {
    call.announced = call.chars;
    this.emit({
      type: "tool.composing",
      messageId: this.messageId,
      callId: call.id,
      tool: call.name,
      chars: call.chars,
    });
  }
}

import type { Usage } from "@mm-agent/core";
import type { NetBody } from "../../net/body.js";
import { createSseParser, type SseItem } from "../../net/sse.js";
import type { ModelEvent } from "../types.js";
import { createCallAssembler } from "./calls.js";
import { readChunk, stopReason } from "./chunk.js";
import { streamFailure } from "../wire/failure.js";
import { mergeEvents } from "../wire/merge-events.js";
import type { OpenAIRaw } from "./messages.js";
import { readUsage } from "./usage.js";

/** Milliseconds to wait for usage and end mark once the finish reason is there: some servers send neither and hold the line. */
const AFTER_FINISH = 5_000;

interface State {
  readonly calls: ReturnType<typeof createCallAssembler>;
  finish: string | undefined;
  refused: boolean;
  /** A chunk with a choice came: there is a reply. */
  replied: boolean;
  usage: Usage | undefined;
  reasoningField: string | undefined;
  readonly details: unknown[];
  readonly stray: string[];
}

type Outcome = "more" | "end" | Extract<ModelEvent, { type: "error" }>;

/** Ends a reply that is whole. */
function finished(state: State): ModelEvent[] {
  const reason = stopReason(state.finish, state.refused, state.calls.size);
  const raw: OpenAIRaw = {
    ...(state.reasoningField === undefined ? {} : { reasoningField: state.reasoningField }),
    ...(state.details.length === 0 ? {} : { reasoningDetails: state.details }),
  };
  return [
    ...state.calls.end(reason === "length"),
    ...usageEvents(state),
    { type: "done", reason, ...(Object.keys(raw).length === 0 ? {} : { raw }) },
  ];
}

function usageEvents(state: State): ModelEvent[] {
  return state.usage === undefined ? [] : [{ type: "usage", usage: state.usage }];
}

/** Takes in one chunk (or whole completion, or error object) and pushes what follows from it. */
function takeJson(value: unknown, state: State, events: ModelEvent[]): Outcome {
  if (typeof value !== "object" || value === null) return "more";
  const chunk = value as Readonly<Record<string, unknown>>;
  if (Boolean(chunk["error"]) || chunk["object"] === "error") return streamFailure(chunk);
  state.usage = readUsage(chunk) ?? state.usage;
  const parts = readChunk(chunk);
  if (parts === undefined) {
    events.push({ type: "alive" });
    return "more";
  }
  state.replied = true;
  events.push(...parts.events);
  for (const fragment of parts.fragments) events.push(...state.calls.add(fragment));
  state.finish = parts.finish ?? state.finish;
  state.refused ||= parts.refused;
  state.reasoningField ??= parts.reasoningField;
  state.details.push(...parts.reasoningDetails);
  if (parts.finish === "error")
    return streamFailure({ error: { message: "the model's server failed in the middle of the reply" } });
  return "more";
}

function takeItem(item: SseItem, state: State, events: ModelEvent[]): Outcome {
  if (item.type === "comment") {
    events.push({ type: "alive" });
    return "more";
  }
  if (item.type === "stray") {
    state.stray.push(item.line);
    return "more";
  }
  const data = item.data.trim();
  if (data.startsWith("[DONE]")) return "end";
  // Some proxies wrap comments as data.
  if (data === "" || data.startsWith(":")) {
    events.push({ type: "alive" });
    return "more";
  }
  try {
    const value: unknown = JSON.parse(data);
    if (item.event === "error") return streamFailure(value);
    return takeJson(value, state, events);
  } catch {
    if (item.event === "error") return streamFailure(data);
    const message = `the server sent an event that is not JSON: ${data.slice(0, 120)}`;
    return { type: "error", class: "network", message };
  }
}

/** What lines outside of any event say: `error: {…}`, or a JSON body that was not announced as one. */
function takeStray(state: State, events: ModelEvent[]): Outcome {
  const text = state.stray.join("\n");
  const named = /^error:\s*/i.exec(text);
  try {
    const value: unknown = JSON.parse(text.slice(named?.[0].length ?? 0));
    return named === null ? takeJson(value, state, events) : streamFailure(value);
  } catch {
    return named === null ? "more" : streamFailure(text.slice(named[0].length));
  }
}

/**
 * Reads a reply to its end as model events. The last one is `done` when the server said that it is whole (by finish
 * reason or end mark), else `error`: a stream that just stops has no calls. What breaks below HTTP is thrown.
 */
export async function* readReply(body: NetBody): AsyncGenerator<ModelEvent> {
  const state: State = {
    calls: createCallAssembler(),
    finish: undefined,
    refused: false,
    replied: false,
    usage: undefined,
    reasoningField: undefined,
    details: [],
    stray: [],
  };
  const parser = createSseParser();
  const idle = body.idleTimeout;

  /** The events of what arrived together; `true` when the reply has ended. */
  const take = (
    items: readonly SseItem[],
  ): { readonly events: readonly ModelEvent[]; readonly ended: boolean } => {
    const events: ModelEvent[] = [];
    for (const item of items) {
      const outcome = takeItem(item, state, events);
      if (outcome === "more") continue;
      if (outcome !== "end") events.push(...usageEvents(state), outcome);
      else if (state.replied) events.push(...finished(state));
      else
        events.push({
          type: "error",
          class: "network",
          message: "the server ended the stream without a reply",
        });
      return { events: mergeEvents(events), ended: true };
    }
    return { events: mergeEvents(events), ended: false };
  };

  try {
    for await (const bytes of body) {
      const { events, ended } = take(parser.push(bytes));
      yield* events;
      if (ended) return;
      if (state.finish !== undefined) body.idleTimeout = Math.min(idle, AFTER_FINISH);
    }
  } catch (error) {
    // Silence after the finish reason is no cut: only usage and end mark are missing.
    if (state.finish === undefined || (error as { code?: string }).code !== "timeout") {
      yield* usageEvents(state);
      throw error;
    }
  }
  const last = take(parser.end());
  yield* last.events;
  if (last.ended) return;
  const events: ModelEvent[] = [];
  const outcome = state.stray.length === 0 ? "more" : takeStray(state, events);
  yield* events.filter((event) => event.type !== "alive");
  if (typeof outcome === "object") yield* [...usageEvents(state), outcome];
  else if (state.finish !== undefined) yield* finished(state);
  else if (state.calls.size > 0) {
    // The server closed the stream in good order, so the model's output was cut: it must be told, not asked again.
    state.finish = "length";
    yield* finished(state);
  } else {
    const message = state.replied
      ? "the stream ended before the reply was whole"
      : "the server ended the stream without a reply";
    yield* [...usageEvents(state), { type: "error", class: "network", message } satisfies ModelEvent];
  }
}

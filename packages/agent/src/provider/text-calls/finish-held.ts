import { findTool } from "@mm-agent/core";
import type { ModelEvent, StopReason } from "../types.js";
import { readChannels, UNNAMED } from "./channels.js";
import { parseMarkup } from "./parse-markup.js";
import type { TextCall } from "./types.js";

/** Numbers of calls read from text; those of the stream are below. */
const FIRST = 1000;

const NATIVE = /<\|tool_calls_section_begin\|>|<\|tool_call_begin\|>|<｜tool▁calls?▁begin｜>/;

export interface Held {
  /** What was held back when the reply ended. */
  readonly held: string;
  readonly channel: boolean;
  /** The end of the thoughts, when there is no answer. */
  readonly inThoughts: string;
  /** Calls that came apart from the text. */
  readonly sent: readonly TextCall[];
  readonly declared: readonly string[];
  readonly event: Extract<ModelEvent, { type: "done" }>;
}

/** The last events of a reply: what was held back becomes calls, thoughts or text, and the reason follows from it. */
export function finishHeld({ held, channel, inThoughts, sent, declared, event }: Held): ModelEvent[] {
  const done = (reason: StopReason): ModelEvent => ({
    ...event,
    reason: event.reason === "length" ? "length" : reason,
  });
  if (event.reason === "refusal") return [...textOf(held), event];
  if (channel) {
    const read = readChannels(held);
    if (read === undefined) return [...textOf(held), event];
    const events: ModelEvent[] = read.thoughts === "" ? [] : [{ type: "thought", text: read.thoughts }];
    events.push(...textOf(read.text));
    if (sent.length > 0) return [...events, event];
    if (read.cut !== undefined) return [...events, ...cutCall(read.cut), done("calls")];
    return [...events, ...callEvents(read.calls), read.calls.length > 0 ? done("calls") : event];
  }
  if (held === "") {
    const native = sent.length > 0 ? -1 : inThoughts.search(NATIVE);
    if (native < 0) return [event];
    const parsed = parseMarkup(inThoughts.slice(native), declared);
    return parsed.kind === "calls" ? [...callEvents(parsed.calls), done("calls")] : [event];
  }
  const parsed = parseMarkup(held, declared);
  if (sent.length > 0) {
    const again =
      parsed.kind === "calls" && parsed.calls.every((call) => sent.some((one) => same(one, call)));
    return again ? [event] : [...textOf(held), event];
  }
  if (parsed.kind === "calls") return [...callEvents(parsed.calls), done("calls")];
  if (parsed.kind === "text") return [...textOf(held), event];
  // Without a name only the finish reason tells a cut call from a text.
  if (parsed.name === undefined && event.reason !== "length") return [...textOf(held), event];
  if (parsed.name !== undefined && !findTool(parsed.name, declared).ok) return [...textOf(held), event];
  return [...cutCall(parsed.name ?? UNNAMED), done("calls")];
}

function textOf(text: string): ModelEvent[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function cutCall(name: string): ModelEvent[] {
  return [{ type: "call.start", index: FIRST, name }];
}

function callEvents(calls: readonly TextCall[]): ModelEvent[] {
  return calls.flatMap((call, at): ModelEvent[] => [
    { type: "call.start", index: FIRST + at, name: call.name },
    { type: "call.end", index: FIRST + at, name: call.name, arguments: call.arguments },
  ]);
}

function same(a: TextCall, b: TextCall): boolean {
  const json = (value: unknown): unknown => {
    if (typeof value !== "string") return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  };
  return a.name === b.name && JSON.stringify(json(a.arguments)) === JSON.stringify(json(b.arguments));
}

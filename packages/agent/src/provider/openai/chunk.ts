import type { ModelEvent, StopReason } from "../types.js";
import type { CallFragment } from "./calls.js";

type Loose = Readonly<Record<string, unknown>>;

function asObject(value: unknown): Loose | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : undefined;
}

/** What one chunk of a reply says, whatever shape the server gave it. */
export interface ChunkParts {
  readonly events: readonly ModelEvent[];
  readonly fragments: readonly CallFragment[];
  readonly finish: string | undefined;
  readonly refused: boolean;
  readonly reasoningField: string | undefined;
  readonly reasoningDetails: readonly unknown[];
}

/** Splits content that is a list of parts (Mistral) into text and thoughts. */
function contentParts(content: unknown): ModelEvent[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((one: unknown): ModelEvent[] => {
    const part = asObject(one);
    if (part === undefined) return [];
    if (part["type"] === "thinking" || part["type"] === "reasoning") {
      const inner = contentParts(part["thinking"] ?? part["text"]);
      return inner.map((event) => (event.type === "text" ? { type: "thought", text: event.text } : event));
    }
    return contentParts(part["text"]);
  });
}

function thoughtOf(delta: Loose): { field?: string; text: string } {
  // Some servers fill several of these with the same text: the first one counts.
  for (const field of ["reasoning_content", "reasoning", "thinking"]) {
    const value = delta[field];
    if (typeof value === "string" && value !== "") return { field, text: value };
  }
  const details = Array.isArray(delta["reasoning_details"]) ? (delta["reasoning_details"] as unknown[]) : [];
  const texts = details.map((one) => asObject(one)?.["text"] ?? asObject(one)?.["summary"]);
  return { text: texts.filter((one) => typeof one === "string").join("") };
}

/** Reads the first choice of a chunk: its delta, or its message where the server sent the reply in one piece. */
export function readChunk(chunk: Loose): ChunkParts | undefined {
  const choices = Array.isArray(chunk["choices"]) ? (chunk["choices"] as unknown[]) : [];
  const choice = choices.map(asObject).find((one) => one !== undefined && (one["index"] ?? 0) === 0);
  if (choice === undefined) return undefined;
  const delta = asObject(choice["delta"]) ?? asObject(choice["message"]) ?? {};
  const events: ModelEvent[] = [];
  const thought = thoughtOf(delta);
  if (thought.text !== "") events.push({ type: "thought", text: thought.text });
  events.push(...contentParts(delta["content"] ?? choice["text"]));
  const refusal = delta["refusal"];
  const refused = typeof refusal === "string" && refusal !== "";
  if (refused) events.push({ type: "text", text: refusal });

  const list = delta["tool_calls"];
  const fragments = (
    Array.isArray(list) ? (list as unknown[]) : list === undefined || list === null ? [] : [list]
  )
    .map(asObject)
    .filter((one): one is Loose => one !== undefined);
  const legacy = asObject(delta["function_call"]);
  const finish = choice["finish_reason"];
  return {
    events,
    fragments: legacy === undefined ? fragments : [...fragments, { index: 0, function: legacy }],
    finish: typeof finish === "string" && finish !== "" ? finish : undefined,
    refused,
    reasoningField: thought.field,
    reasoningDetails: Array.isArray(delta["reasoning_details"])
      ? (delta["reasoning_details"] as unknown[])
      : [],
  };
}

/** Maps a finish reason. `calls` wins over a plain stop: many servers say `stop` after a call. */
export function stopReason(finish: string | undefined, refused: boolean, calls: number): StopReason {
  if (finish !== undefined && /^(length|max_tokens|max_output_tokens|model_length)$/i.test(finish))
    return "length";
  if (refused || (finish !== undefined && /^(content_filter|refusal|safety)$/i.test(finish)))
    return "refusal";
  // Announced calls that never came are no plain stop: asking again would bring the same.
  const announced = finish !== undefined && /^(tool_calls?|function_call|tool_use)$/i.test(finish);
  return calls > 0 || announced ? "calls" : "stop";
}

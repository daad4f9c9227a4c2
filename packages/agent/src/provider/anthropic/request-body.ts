import type { ModelRequest } from "../types.js";
import { wireMessages, type WireBlock, type WireMessage } from "./messages.js";
import { lacksThoughts, thinkingFields } from "./thinking.js";

const CACHE = { cache_control: { type: "ephemeral" } };

/** Tokens of one reply where the config names none: what every model of a family takes. */
function outputLimit(model: string): number {
  if (/claude-(?:2|instant|3-(?:opus|sonnet|haiku))/.test(model)) return 4_096;
  return /claude-3-5/.test(model) ? 8_192 : 32_000;
}

/** A block with a cache breakpoint; thinking cannot carry one. */
function cached<T extends object>(list: readonly T[]): T[] {
  const last = list.at(-1);
  return last === undefined ? [] : [...list.slice(0, -1), { ...last, ...CACHE }];
}

/** Marks the end of what the next request will begin with. */
function withBreakpoint(messages: readonly WireMessage[]): WireMessage[] {
  const at = messages.findLastIndex((message) => message.role === "user");
  return messages.map((message, index) =>
    index === at ? { ...message, content: cached(message.content) } : message,
  );
}

/**
 * The JSON body of a streaming message, with cache breakpoints on the system prompt, the last tool and the last message
 * of the user. `more` are blocks of a paused reply to go on from. A null in `extraBody` takes a field out.
 */
export function requestBody(
  request: ModelRequest,
  model: string,
  extraBody: Readonly<Record<string, unknown>> = {},
  more: readonly WireBlock[] = [],
): Record<string, unknown> {
  const wire = wireMessages(request.messages, model);
  const { fields, budget } = thinkingFields(model, request.thinking);
  const thinks = budget > 0 ? !lacksThoughts(request.messages, wire) : "output_config" in fields;
  const used = budget > 0 && !thinks ? {} : fields;
  const limit = request.maxTokens ?? outputLimit(model);
  const tools = request.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: tool.input,
  }));
  const body: Record<string, unknown> = {
    model,
    // The budget counts within the limit and must be smaller.
    max_tokens: thinks && budget > 0 ? Math.max(limit, budget + 4_096) : limit,
    ...(request.system === "" ? {} : { system: cached([{ type: "text", text: request.system }]) }),
    ...(tools.length === 0 ? {} : { tools: cached(tools) }),
    messages: [...withBreakpoint(wire), ...(more.length === 0 ? [] : [{ role: "assistant", content: more }])],
    stream: true,
    // The API refuses a temperature beside thinking.
    ...(request.temperature === undefined || thinks ? {} : { temperature: Math.min(1, request.temperature) }),
    ...used,
    ...extraBody,
  };
  for (const [name, value] of Object.entries(extraBody)) if (value === null) delete body[name];
  return body;
}

import type { ModelRequest } from "../types.js";
import { dialectFields, dialectFor } from "./dialect.js";
import { wireMessages } from "./messages.js";

/** The JSON body of a streaming chat completion. A null in `extraBody` takes a field out. */
export function requestBody(
  request: ModelRequest,
  baseUrl: string,
  model: string,
  extraBody: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const dialect = dialectFor(baseUrl, model);
  const tools = request.tools.map((tool) => ({
    type: "function",
    function: { name: tool.name, description: tool.description, parameters: tool.input },
  }));
  const body: Record<string, unknown> = {
    model,
    messages: wireMessages(request.system, request.messages, model, dialect.ids),
    ...(tools.length === 0 ? {} : { tools }),
    stream: true,
    stream_options: { include_usage: true },
    ...dialectFields(dialect, request),
    ...extraBody,
  };
  for (const [name, value] of Object.entries(extraBody)) if (value === null) delete body[name];
  return body;
}

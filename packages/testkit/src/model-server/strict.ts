interface WireCall {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
}

interface WireMessage {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly tool_calls?: readonly WireCall[];
  readonly tool_call_id?: unknown;
}

function isObjectText(text: unknown): boolean {
  if (typeof text !== "string") return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function callFault(call: WireCall, at: number, seen: Set<string>): string | undefined {
  const { id } = call;
  if (typeof id !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(id))
    return `messages[${at}]: bad call id ${JSON.stringify(id)}`;
  if (seen.has(id)) return `messages[${at}]: the call id ${id} was used before`;
  seen.add(id);
  if (call.type !== "function" || typeof call.function?.name !== "string" || call.function.name === "") {
    return `messages[${at}]: a call without type or name`;
  }
  return isObjectText(call.function.arguments)
    ? undefined
    : `messages[${at}]: arguments are not a JSON object`;
}

/**
 * Says what a strict Chat Completions server would refuse: an unknown role, an empty message, a call without exactly one
 * result right behind it, a result without a call, ids that are not unique or not of the allowed form, arguments that are
 * not a JSON object. Undefined when all is well.
 */
export function chatFault(body: unknown): string | undefined {
  const messages = (body as { messages?: unknown } | null)?.messages;
  if (!Array.isArray(messages) || messages.length === 0) return "messages: missing or empty";
  const seen = new Set<string>();
  let open = new Set<string>();
  for (const [at, message] of (messages as WireMessage[]).entries()) {
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id as string))
        return `messages[${at}]: no open call ${JSON.stringify(message.tool_call_id)}`;
      if (typeof message.content !== "string") return `messages[${at}]: a result without text`;
      continue;
    }
    if (open.size > 0) return `messages[${at}]: no result for the calls ${[...open].join(", ")}`;
    if (message.role !== "system" && message.role !== "user" && message.role !== "assistant") {
      return `messages[${at}]: unknown role ${JSON.stringify(message.role)}`;
    }
    const calls = message.tool_calls ?? [];
    if (message.role === "assistant") {
      for (const call of calls) {
        const fault = callFault(call, at, seen);
        if (fault !== undefined) return fault;
      }
      open = new Set(calls.map((call) => call.id as string));
    }
    const empty = message.content === "" || message.content === null || message.content === undefined;
    if (empty && calls.length === 0) return `messages[${at}]: empty content`;
  }
  return open.size > 0 ? `the last message: no result for the calls ${[...open].join(", ")}` : undefined;
}

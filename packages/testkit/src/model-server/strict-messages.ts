interface WireBlock {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly text?: unknown;
  readonly input?: unknown;
  readonly signature?: unknown;
  readonly tool_use_id?: unknown;
  readonly cache_control?: unknown;
}

interface WireMessage {
  readonly role?: unknown;
  readonly content?: unknown;
}

/** Breakpoints one request may have. */
const MAX_BREAKPOINTS = 4;

/**
 * Says what Anthropic's Messages API would refuse: a conversation that does not begin with the user, an empty message or
 * text, a call without exactly one result at the beginning of the next message, ids that are not unique, thinking without
 * a signature, too many cache breakpoints. Undefined when all is well.
 */
export function messagesFault(body: unknown): string | undefined {
  const request = (body ?? {}) as {
    messages?: unknown;
    max_tokens?: unknown;
    thinking?: { budget_tokens?: number };
  };
  if (!(typeof request.max_tokens === "number" && request.max_tokens > 0))
    return "max_tokens: Field required";
  if ((request.thinking?.budget_tokens ?? 0) >= request.max_tokens)
    return "max_tokens must be greater than thinking.budget_tokens";
  const breakpoints = JSON.stringify(body).split('"cache_control"').length - 1;
  if (breakpoints > MAX_BREAKPOINTS)
    return `A maximum of ${MAX_BREAKPOINTS} blocks with cache_control may be provided`;
  if (!Array.isArray(request.messages) || request.messages.length === 0) return "messages: missing or empty";
  const messages = request.messages as WireMessage[];
  if (messages[0]?.role !== "user") return "messages: first message must use the user role";
  const seen = new Set<string>();
  let open = new Set<unknown>();
  for (const [at, message] of messages.entries()) {
    const where = `messages.${at}`;
    if (message.role !== "user" && message.role !== "assistant") return `${where}: unknown role`;
    const blocks = (
      typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content
    ) as WireBlock[] | undefined;
    if (!Array.isArray(blocks) || blocks.length === 0) return `${where}: must have non-empty content`;
    const results = blocks.filter((block) => block.type === "tool_result");
    for (const [place, result] of results.entries()) {
      if (blocks[place] !== result) return `${where}: tool_result blocks must come first`;
      if (!open.delete(result.tool_use_id)) return `${where}: unexpected tool_use_id in tool_result blocks`;
    }
    if (open.size > 0)
      return `${where}: tool_use ids were found without tool_result blocks immediately after`;
    open = new Set();
    for (const block of blocks) {
      const fault = blockFault(block, message.role, seen);
      if (fault !== undefined) return `${where}: ${fault}`;
      if (block.type === "tool_use") open.add(block.id);
    }
  }
  return open.size > 0 ? "tool_use ids were found without tool_result blocks" : undefined;
}

function blockFault(block: WireBlock, role: unknown, seen: Set<string>): string | undefined {
  switch (block.type) {
    case "text":
      return typeof block.text === "string" && block.text.trim() !== ""
        ? undefined
        : "text content blocks must be non-empty";
    case "tool_use":
      if (role !== "assistant") return "tool_use in a message of the user";
      if (typeof block.id !== "string" || !/^[\w-]+$/.test(block.id)) return "tool_use.id: bad form";
      if (seen.has(block.id)) return "tool_use ids must be unique";
      seen.add(block.id);
      if (typeof block.input !== "object" || block.input === null || Array.isArray(block.input))
        return "tool_use.input: must be an object";
      return typeof block.name === "string" && /^[\w-]{1,128}$/.test(block.name)
        ? undefined
        : "tool_use.name: bad form";
    case "thinking":
      if (block.cache_control !== undefined) return "thinking blocks cannot have cache_control";
      return typeof block.signature === "string" && block.signature !== ""
        ? undefined
        : "thinking.signature: missing";
    default:
      return typeof block.type === "string" ? undefined : "a block without type";
  }
}

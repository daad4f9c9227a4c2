import type { SessionUpdate } from "@agentclientprotocol/sdk";

/** Milliseconds for which pieces of text are collected into one message. */
const COLLECT_MS = 40;
/** UTF-16 units of one message: six bytes each (an escaped control character) still make a line of less than 64 KiB. */
const LONGEST = 10_000;

/** The way of a session's updates to the client: in order, texts collected, never more than one message under way. */
export interface Outlet {
  push(update: SessionUpdate): void;
  /** Resolves when everything pushed so far was written. */
  flush(): Promise<void>;
}

export function createOutlet(send: (update: SessionUpdate) => Promise<void>): Outlet {
  const queue: SessionUpdate[] = [];
  let timer: NodeJS.Timeout | undefined;
  let pumping: Promise<void> | undefined;
  const drain = async (): Promise<void> => {
    // While a slow client reads, texts grow together in the queue instead of piling up as messages.
    for (let next = queue.shift(); next; next = queue.shift())
      for (const part of split(next)) await send(part).catch(() => {});
  };
  const pump = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    pumping ??= drain().finally(() => {
      pumping = undefined;
      if (queue.length > 0) void pump();
    });
    return pumping;
  };
  const busy = (): boolean => queue.length > 0 || pumping !== undefined;
  return {
    push(update) {
      const last = queue.at(-1);
      const joined = last && join(last, update);
      if (joined) queue[queue.length - 1] = joined;
      else queue.push(update);
      if (pumping) return;
      if (!isText(update) || queue.length > 1) void pump();
      else timer ??= setTimeout(() => void pump(), COLLECT_MS);
    },
    async flush() {
      do await pump();
      while (busy());
    },
  };
}

type Chunk = Extract<SessionUpdate, { sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" }>;

function isText(update: SessionUpdate): update is Chunk {
  return update.sessionUpdate === "agent_message_chunk" || update.sessionUpdate === "agent_thought_chunk";
}

function join(a: SessionUpdate, b: SessionUpdate): SessionUpdate | undefined {
  if (isText(a) && isText(b)) {
    if (a.sessionUpdate !== b.sessionUpdate || a.messageId !== b.messageId) return undefined;
    if (a.content.type !== "text" || b.content.type !== "text" || a.content.text.length > LONGEST)
      return undefined;
    return { ...a, content: { type: "text", text: a.content.text + b.content.text } };
  }
  const [first, second] = [terminalData(a), terminalData(b)];
  if (!first || !second || first.terminal_id !== second.terminal_id || first.data.length > LONGEST)
    return undefined;
  const terminal_output = { ...first, data: first.data + second.data };
  return { ...a, _meta: { terminal_output } };
}

interface TerminalData {
  readonly terminal_id: string;
  readonly data: string;
}

/** The output in an update that carries nothing else. */
function terminalData(update: SessionUpdate): TerminalData | undefined {
  if (update.sessionUpdate !== "tool_call_update" || update.status || update.content) return undefined;
  const { _meta: meta } = update;
  return meta?.["terminal_output"] as TerminalData | undefined;
}

/** Texts that are too long for one message, in pieces; a pair of surrogates stays together. */
function split(update: SessionUpdate): readonly SessionUpdate[] {
  if (!("content" in update) || Array.isArray(update.content) || update.content?.type !== "text")
    return [update];
  const { text } = update.content;
  if (text.length <= LONGEST) return [update];
  const parts: SessionUpdate[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + LONGEST);
    if (to < text.length && /[\uD800-\uDBFF]/.test(text[to - 1] ?? "")) to -= 1;
    parts.push({ ...update, content: { type: "text", text: text.slice(from, to) } } as SessionUpdate);
    from = to;
  }
  return parts;
}

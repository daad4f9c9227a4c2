import type { Readable, Writable } from "node:stream";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { isUpdate } from "./check-message.js";
import type { Update } from "./protocol.js";

/** Characters of one incoming line; more is no message of a sane agent. */
const LONGEST_LINE = 32 * 1024 * 1024;

export interface StreamOptions {
  /** Gets every `session/update` at once, so that none can come after the answer to its prompt. */
  update(sessionId: string, update: Update): void;
  /** A line that is no message. */
  noise(line: string): void;
  /** The child has closed its output. It is about to end, and why is worth waiting for. */
  closed(): void;
}

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: AnyMessage }>;
  releaseLock(): void;
  cancel(): Promise<void>;
}

/**
 * Messages over the lines of a child's streams. What is no message is left out instead of ending the connection, and
 * answers to nothing are dropped: the SDK would print them to the console.
 */
export function openStream(
  input: Readable,
  output: Writable,
  options: StreamOptions,
): { readonly stream: Stream; end(): void } {
  const queue: AnyMessage[] = [];
  const open = new Set<unknown>();
  let waiting: ((result: { done: boolean; value?: AnyMessage }) => void) | undefined;
  let ended = false;
  let parts: string[] = [];
  let held = 0;
  const put = (message: AnyMessage): void => {
    if (!waiting) return void queue.push(message);
    waiting({ done: false, value: message });
    waiting = undefined;
  };
  const end = (): void => {
    ended = true;
    waiting?.({ done: true });
    waiting = undefined;
  };
  const take = (line: string): void => {
    if (line.trim() === "") return;
    const message = parse(line);
    if (!message) return options.noise(line);
    if (message.method === "session/update") {
      const { sessionId, update } = (message.params ?? {}) as { sessionId?: unknown; update?: unknown };
      if (typeof sessionId === "string" && isUpdate(update)) options.update(sessionId, update);
      else options.noise(line);
    } else if (message.method !== undefined) {
      // A notification of another kind has no handler, and the SDK would say so on the console.
      if (message.id !== undefined || message.method === "$/cancel_request")
        put(message as unknown as AnyMessage);
    } else if (open.delete(message.id)) put(message as unknown as AnyMessage);
  };
  const push = (text: string): void => {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      const line = parts.join("") + text.slice(from, at);
      parts = [];
      held = 0;
      take(line);
      from = at + 1;
    }
    if (from === text.length) return;
    held += text.length - from;
    if (held <= LONGEST_LINE) parts.push(text.slice(from));
  };
  input.setEncoding("utf8");
  input.on("data", push);
  input.on("end", options.closed);

  const reader: Reader = {
    read() {
      const value = queue.shift();
      if (value !== undefined) return Promise.resolve({ done: false, value });
      if (ended) return Promise.resolve({ done: true });
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    releaseLock() {},
    cancel: async () => end(),
  };
  const writer = {
    write: (message: AnyMessage): Promise<void> =>
      new Promise((resolve, reject) => {
        if ("method" in message && "id" in message) open.add(message.id);
        output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      }),
    releaseLock() {},
  };
  const stream = {
    readable: { getReader: () => reader },
    writable: { getWriter: () => writer },
  } as unknown as Stream;
  return { stream, end };
}

interface Message {
  readonly jsonrpc: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
}

function parse(line: string): Message | undefined {
  if (!line.trimStart().startsWith("{")) return undefined;
  try {
    const value = JSON.parse(line) as Partial<Message>;
    if (value.jsonrpc !== "2.0") return undefined;
    const { method } = value;
    if (method !== undefined) return typeof method === "string" ? (value as Message) : undefined;
    return "result" in value || "error" in value ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}

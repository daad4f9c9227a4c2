import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { forgive } from "./forgive.js";
import { createLineReader } from "./read-lines.js";
import type { WriteOut } from "./take-stdout.js";

/** Bytes of one incoming line: an embedded file or image of any sensible size fits. */
const MAX_LINE = 32 * 1024 * 1024;

/** Milliseconds for answers after the end of the input. */
const ANSWER_MS = 2000;

/** The two methods of a Web stream's reader and writer that the SDK calls. */
interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: AnyMessage }>;
  releaseLock(): void;
  cancel(): Promise<void>;
}

/**
 * JSON-RPC messages over lines. The SDK's own stream closes the connection at an oversized line and loads the Web
 * streams of Node, which costs a third of the time until `initialize` is answered; this one answers and goes on.
 */
export function openStream(input: NodeJS.ReadableStream, write: WriteOut, maxLine = MAX_LINE): Stream {
  const queue: AnyMessage[] = [];
  let waiting: ((result: { done: boolean; value?: AnyMessage }) => void) | undefined;
  // Requests that are quickly answered; whoever writes them and closes the pipe at once still gets the answers.
  const unanswered = new Set<unknown>();
  let ended = false;
  const put = (message: AnyMessage): void => {
    if (isQuick(message)) unanswered.add(message.id);
    if (!waiting) return void queue.push(message);
    waiting({ done: false, value: message });
    waiting = undefined;
  };
  const end = (): void => {
    ended = true;
    waiting?.({ done: true });
    waiting = undefined;
  };
  const answer = (code: number, message: string): void =>
    void send({ jsonrpc: "2.0", id: null, error: { code, message } }).catch(end);
  const send = async (message: unknown): Promise<void> => {
    await write(`${JSON.stringify(message)}\n`);
    const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
    if (method === undefined && unanswered.delete(id) && unanswered.size === 0 && over) end();
  };
  let over = false;
  const inputOver = (): void => {
    if (over) return;
    over = true;
    lines.end();
    if (unanswered.size === 0) end();
    else setTimeout(end, ANSWER_MS);
  };

  const lines = createLineReader(
    {
      line(text) {
        const message = parse(text);
        if (message === undefined) answer(-32700, "Parse error: the line is not JSON");
        else put(forgive(message) as AnyMessage);
      },
      tooLong: () => answer(-32600, `Invalid request: the line is longer than ${maxLine} bytes`),
    },
    maxLine,
  );
  input.on("data", (chunk: Buffer) => lines.push(chunk));
  input.on("end", inputOver);
  input.on("close", inputOver);
  input.on("error", inputOver);

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
  const writer = { write: send, releaseLock() {} };
  return {
    readable: { getReader: () => reader },
    writable: { getWriter: () => writer },
  } as unknown as Stream;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A request whose answer does not wait for a model. What is no message at all is the SDK's to refuse. */
function isQuick(message: unknown): message is { readonly id: unknown } {
  if (typeof message !== "object" || message === null || !("id" in message)) return false;
  return "method" in message && message.method !== "session/prompt";
}

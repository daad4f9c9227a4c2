import type { AgentContext } from "@agentclientprotocol/sdk";
// Of core nothing else: the answer to `initialize` must not wait for it.
import { startDeadline } from "@mm-agent/core/deadline";
import type { Client } from "./client.js";

/** Milliseconds an editor may take to serve a file, and to answer about a terminal. */
const FILE_MS = 15_000;
const TERMINAL_MS = 15_000;

/** The client behind a connection of the SDK. */
export function connectClient(context: AgentContext): Client {
  const ask = <T>(method: string, params: unknown, signal: AbortSignal): Promise<T> =>
    context.request<T>(method, params, { cancellationSignal: signal, stopWaitingOnCancel: true });
  const askWithin = async <T>(
    ms: number,
    method: string,
    params: unknown,
    signal?: AbortSignal,
  ): Promise<T> => {
    const deadline = startDeadline(ms, signal);
    try {
      return await ask<T>(method, params, deadline.signal);
    } finally {
      deadline.end();
    }
  };
  return {
    update: (sessionId, update) => context.notify("session/update", { sessionId, update }),
    permission: (request, signal) => ask("session/request_permission", request, signal),
    async readText(sessionId, path, signal) {
      const file = { sessionId, path };
      const read = await askWithin<{ content?: unknown } | null>(FILE_MS, "fs/read_text_file", file, signal);
      if (typeof read?.content !== "string") throw new Error("the client gave no text");
      return read.content;
    },
    async writeText(sessionId, path, content, signal) {
      await askWithin(FILE_MS, "fs/write_text_file", { sessionId, path, content }, signal);
    },
    async createTerminal(request, signal) {
      const { sessionId } = request;
      const made = await askWithin<{ terminalId?: unknown } | null>(
        TERMINAL_MS,
        "terminal/create",
        request,
        signal,
      );
      const terminalId = made?.terminalId;
      if (typeof terminalId !== "string") throw new Error("the client gave no terminal");
      const call = <T>(method: string): Promise<T> =>
        askWithin<T>(TERMINAL_MS, `terminal/${method}`, { sessionId, terminalId });
      return {
        id: terminalId,
        exited: (until) => ask("terminal/wait_for_exit", { sessionId, terminalId }, until),
        output: () => call("output"),
        kill: () => call("kill"),
        release: () => call("release"),
      };
    },
  };
}

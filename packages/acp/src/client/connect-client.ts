import type { AgentContext } from "@agentclientprotocol/sdk";
import type { Client } from "./client.js";

/** Milliseconds an editor may take to serve a file, and to answer about a terminal. */
const FILE_MS = 15_000;
const TERMINAL_MS = 15_000;

/** The client behind a connection of the SDK. */
export function connectClient(context: AgentContext): Client {
  const ask = <T>(method: string, params: unknown, signal: AbortSignal): Promise<T> =>
    context.request<T>(method, params, { cancellationSignal: signal, stopWaitingOnCancel: true });
  const within = (ms: number, signal?: AbortSignal): AbortSignal =>
    signal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : AbortSignal.timeout(ms);
  return {
    update: (sessionId, update) => context.notify("session/update", { sessionId, update }),
    permission: (request, signal) => ask("session/request_permission", request, signal),
    async readText(sessionId, path, signal) {
      const read = await ask<{ content?: unknown } | null>(
        "fs/read_text_file",
        { sessionId, path },
        within(FILE_MS, signal),
      );
      if (typeof read?.content !== "string") throw new Error("the client gave no text");
      return read.content;
    },
    async writeText(sessionId, path, content, signal) {
      await ask("fs/write_text_file", { sessionId, path, content }, within(FILE_MS, signal));
    },
    async createTerminal(request, signal) {
      const { sessionId } = request;
      const made = await ask<{ terminalId?: unknown } | null>(
        "terminal/create",
        request,
        within(TERMINAL_MS, signal),
      );
      const terminalId = made?.terminalId;
      if (typeof terminalId !== "string") throw new Error("the client gave no terminal");
      const call = <T>(method: string): Promise<T> =>
        ask<T>(`terminal/${method}`, { sessionId, terminalId }, within(TERMINAL_MS));
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

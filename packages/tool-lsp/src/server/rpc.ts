import type { Readable, Writable } from "node:stream";
import { LspError } from "../protocol/lsp-error.js";

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the request fails with `timeout`. */
  readonly timeoutMs: number;
}

/** JSON-RPC over a server's pipes. */
export interface Rpc {
  /** @throws {LspError} `refused`, `timeout`, `cancelled` or `died`. Stops waiting at once when the signal is aborted. */
  request<T>(method: string, params: unknown, options: RequestOptions): Promise<T>;
  /** Resolves when the message is written; never rejects. */
  notify(method: string, params: unknown): Promise<void>;
  dispose(): void;
}

export interface RpcHandlers {
  request(method: string, params: unknown): unknown;
  notification(method: string, params: unknown): void;
  /** The connection cannot be used any more: the stream broke or carried something that is not LSP. */
  broken(reason: string): void;
}

/** Connects to a server; `vscode-jsonrpc` is loaded here and nowhere else. */
export async function connectRpc(stdout: Readable, stdin: Writable, handlers: RpcHandlers): Promise<Rpc> {
  const {
    createMessageConnection,
    StreamMessageReader,
    StreamMessageWriter,
    CancellationTokenSource,
    ResponseError,
  } = await import("./jsonrpc.js");
  const silent = { error() {}, warn() {}, info() {}, log() {} };
  const connection = createMessageConnection(
    new StreamMessageReader(stdout),
    new StreamMessageWriter(stdin),
    silent,
  );
  let open = true;
  const close = (reason: string): void => {
    if (!open) return;
    open = false;
    // Disposing rejects what is still pending; closing alone would leave it waiting for ever.
    connection.dispose();
    handlers.broken(reason);
  };
  connection.onRequest((method, params) => handlers.request(method, params));
  connection.onNotification((method, params) => handlers.notification(method, params));
  // The library keeps this one for its own progress handlers unless somebody else takes it.
  connection.onNotification("$/progress", (params: unknown) => handlers.notification("$/progress", params));
  connection.onError(([error]) => close(`its connection broke: ${firstLine(error.message)}`));
  connection.onClose(() => close("closed its connection"));
  connection.listen();

  return {
    async request<T>(method: string, params: unknown, { signal, timeoutMs }: RequestOptions): Promise<T> {
      if (signal?.aborted) throw new LspError("cancelled", "cancelled");
      if (!open) throw new LspError("died", "is not running");
      const source = new CancellationTokenSource();
      let stop = (_error: LspError): void => undefined;
      const stopped = new Promise<never>((_done, fail) => {
        stop = (error) => {
          source.cancel();
          fail(error);
        };
      });
      const onAbort = (): void => stop(new LspError("cancelled", "cancelled"));
      const timer = setTimeout(
        () => stop(new LspError("timeout", `no answer within ${Math.round(timeoutMs / 100) / 10}s`)),
        timeoutMs,
      );
      signal?.addEventListener("abort", onAbort, { once: true });
      const answer =
        params === undefined
          ? connection.sendRequest<T>(method, source.token)
          : connection.sendRequest<T>(method, params, source.token);
      try {
        return await Promise.race([answer, stopped]);
      } catch (error) {
        answer.catch(() => undefined);
        if (error instanceof LspError) throw error;
        if (open && error instanceof ResponseError) {
          throw new LspError(
            "refused",
            firstLine(error.message) || `error ${error.code}`,
            error.code,
            error.data,
          );
        }
        throw new LspError("died", "ended while it was asked");
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        source.dispose();
      }
    },
    async notify(method, params) {
      if (open) await connection.sendNotification(method, params).catch(() => undefined);
    },
    dispose() {
      if (!open) return;
      open = false;
      connection.dispose();
    },
  };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.replace(/\s+/gu, " ").trim() ?? "";
}

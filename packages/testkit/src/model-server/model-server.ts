import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { playReply, type ServerReply } from "./reply.js";
import { messagesFault } from "./strict-messages.js";
import { chatFault } from "./strict.js";

/** A request the server got. */
export interface ServerRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** The parsed JSON body; undefined without one. */
  readonly body: unknown;
  /** The body as sent. */
  readonly text: string;
}

/** Replies in order, or a function that makes them; `at` counts requests from 0. */
export type ServerScript =
  | readonly ServerReply[]
  | ((request: ServerRequest, at: number) => ServerReply | Promise<ServerReply>);

export interface ModelServerOptions {
  /** Answers 400 to histories that a strict server refuses (see `chatFault` and `messagesFault`). */
  readonly strict?: boolean;
  /** Bytes of a request body; larger ones get a context-length error. */
  readonly limit?: number;
  /** The body of `/v1/models`. Default: one model, `scripted`. */
  readonly models?: unknown;
  /** Plays the last reply again when the list is used up, instead of answering 500. */
  readonly repeatLast?: boolean;
  /** Speaks TLS with this key and certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface ModelServer {
  /** Without a path: `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly port: number;
  /** Requests for model replies, in order of arrival; those for the list of models are not among them. */
  readonly requests: readonly ServerRequest[];
  /** Ends all connections and the server. */
  close(): Promise<void>;
}

function refusal(message: string, code: string): ServerReply {
  return { status: 400, body: { error: { message, type: "invalid_request_error", code } } };
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Starts a model server on 127.0.0.1 at a free port that plays the given replies for `/v1/chat/completions` and `/v1/messages`. It does not
 * keep the process alive.
 */
export async function startModelServer(
  script: ServerScript,
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: ServerRequest[] = [];

  const choose = async (request: ServerRequest, at: number): Promise<ServerReply> => {
    if (options.limit !== undefined && Buffer.byteLength(request.text) > options.limit) {
      const text = `This model's maximum context length is ${options.limit} tokens. However, your messages resulted in ${Buffer.byteLength(request.text)} tokens. Please reduce the length of the messages.`;
      return refusal(text, "context_length_exceeded");
    }
    const fault =
      options.strict !== true
        ? undefined
        : request.path.endsWith("/chat/completions")
          ? chatFault(request.body)
          : request.path.endsWith("/messages")
            ? messagesFault(request.body)
            : undefined;
    if (fault !== undefined) return refusal(fault, "invalid_history");
    if (typeof script === "function") return script(request, at);
    const reply = script[at] ?? (options.repeatLast === true ? script.at(-1) : undefined);
    return (
      reply ?? { status: 500, body: { error: { message: `no reply is scripted for request ${at + 1}` } } }
    );
  };

  const answer = async (incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    response.on("error", () => gone.abort());
    const text = await readBody(incoming);
    const path = incoming.url ?? "/";
    if (/\/models(?:\?|$)/.test(path)) {
      return playReply(
        { body: options.models ?? { object: "list", data: [{ id: "scripted", object: "model" }] } },
        response,
        gone.signal,
      );
    }
    const request = {
      method: incoming.method ?? "GET",
      path,
      headers: incoming.headers,
      body: parsed(text),
      text,
    };
    const at = requests.push(request) - 1;
    await playReply(await choose(request, at), response, gone.signal);
  };
  const listener = (incoming: http.IncomingMessage, response: http.ServerResponse) => {
    // A client that goes away in the middle is part of the tests, not a failure of the server.
    answer(incoming, response).catch(() => response.destroy());
  };

  const server =
    options.tls === undefined ? http.createServer(listener) : https.createServer(options.tls, listener);
  // The server's own list leaves out connections that never got as far as a request.
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    socket.unref();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

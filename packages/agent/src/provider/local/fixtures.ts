import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers by path; a function gets the parsed body of a request. */
export type Routes = Readonly<Record<string, unknown>>;

export interface FakeServer {
  readonly port: number;
  readonly seen: string[];
  /** The headers of each request. */
  readonly headers: IncomingMessage["headers"][];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

/** A loopback server with fixed answers, for what local model servers say about themselves. */
export async function serve(routes: Routes): Promise<FakeServer> {
  const seen: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const server: Server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? "/";
      seen.push(path);
      headers.push(request.headers);
      const route = routes[path];
      const body = await bodyOf(request);
      const answer: unknown =
        typeof route === "function" ? (route as (body: unknown) => unknown)(body) : route;
      if (answer === "hang") return;
      response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(answer === undefined ? "{}" : JSON.stringify(answer));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const OLLAMA: Routes = {
  "/api/tags": { models: [{ name: "nomic-embed-text:latest" }, { name: "tiny:1b" }, { name: "qwen3:8b" }] },
  "/api/ps": { models: [] },
  "/api/show": ({ model }: { model: string }) =>
    model === "qwen3:8b"
      ? {
          capabilities: ["completion", "tools"],
          parameters: "num_ctx 16384\nstop x",
          model_info: { "qwen3.context_length": 40_960 },
        }
      : { capabilities: ["completion"], model_info: { "llama.context_length": 8_192 } },
};

export const LLAMACPP: Routes = {
  "/props": { default_generation_settings: { n_ctx: 8_192 }, model_path: "/m/x.gguf" },
  "/v1/models": { data: [{ id: "x.gguf", meta: { n_ctx_train: 131_072 } }] },
};

export const LMSTUDIO: Routes = {
  "/api/v0/models": {
    data: [
      { id: "embed-1", type: "embeddings", state: "loaded" },
      { id: "one", type: "llm", state: "not-loaded", max_context_length: 32_768 },
      { id: "two", type: "llm", state: "loaded", max_context_length: 32_768, loaded_context_length: 4_096 },
    ],
  },
};

export const DOCKER: Routes = { "/engines/v1/models": { object: "list", data: [{ id: "ai/smollm2" }] } };

import { createFetch, type NetOptions, type NetResponse } from "../../net/fetch.js";

export interface ClientSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly net: NetOptions;
}

/** Two functions; both give the reply as it came, whatever its status. */
export interface Client {
  post(path: string, body: unknown, signal: AbortSignal): Promise<NetResponse>;
  get(path: string, signal: AbortSignal): Promise<NetResponse>;
}

/**
 * Sends what OpenAI's SDK would send (a test compares the two), without loading it. Of the SDK only URL and headers could be
 * used: its retries belong to the turn loop, its errors keep only `body.error`, its event stream drops comments and the end
 * mark and throws at what is not JSON, its time limit ends before the first byte. For that it costs each start 15 to 28 ms of
 * CPU and 2.4 MiB (Node 20), a tenth of a one-shot turn, which the limit of `npm run bench:start` does not leave.
 */
export function createClient({ baseUrl, apiKey, headers, net }: ClientSettings): Client {
  const fetch = createFetch(net);
  const own: Record<string, string> = {
    authorization: `Bearer ${apiKey}`,
    accept: "text/event-stream, application/json",
    "content-type": "application/json",
    "user-agent": "mm",
  };
  for (const [name, value] of Object.entries(headers ?? {})) own[name.toLowerCase()] = value;
  return {
    post: (path, body, signal) =>
      fetch(`${baseUrl}${path}`, { method: "POST", headers: own, body: JSON.stringify(body), signal }),
    get: (path, signal) => fetch(`${baseUrl}${path}`, { headers: own, signal }),
  };
}

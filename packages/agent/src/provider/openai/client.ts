import type OpenAI from "openai";
import type { NetOptions, NetResponse } from "../../net/fetch.js";
import { sdkFetch } from "../wire/sdk-fetch.js";

export interface ClientSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly net: NetOptions;
}

/** Two functions over the SDK; both give the reply as it came, whatever its status. */
export interface Client {
  post(path: string, body: unknown, signal: AbortSignal): Promise<NetResponse>;
  get(path: string, signal: AbortSignal): Promise<NetResponse>;
}

/**
 * The SDK builds URL and headers and nothing else. It costs a start 15 ms of CPU and 2.4 MiB (Node 20, 5 % of a one-shot turn),
 * which the limits of `npm run bench:start` allow. Not used of it, and why:
 * - retries: they belong to the turn loop, which shows them;
 * - its errors: they keep only `body.error`, while servers put the text into `message`, `detail` or plain text;
 * - its event stream: it drops comments (our sign of life) and the end mark, throws at what is not JSON, knows no BOM and
 *   copies all it holds at every piece;
 * - its time limit: it ends before the first byte; ours also watches the stream.
 */
export async function createClient(settings: ClientSettings): Promise<Client> {
  const { OpenAI: Sdk } = await import("openai");
  const own = { Authorization: `Bearer ${settings.apiKey}`, "User-Agent": "mm", ...settings.headers };
  const sdk = new Sdk({
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    // Explicit, for the SDK would take them from the environment and send them to any host.
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: "off",
    defaultHeaders: own,
    fetch: sdkFetch(settings.net, own) as unknown as NonNullable<
      ConstructorParameters<typeof OpenAI>[0]
    >["fetch"],
  });
  const raw = async (promise: { asResponse(): Promise<unknown> }) =>
    (await promise.asResponse()) as NetResponse;
  return {
    // `post` and not `chat.completions.create`: a body that is text keeps the SDK from touching FormData, which loads
    // undici, and from writing a long history twice.
    post: (path, body, signal) =>
      raw(
        sdk.post(path, {
          body: JSON.stringify(body) as unknown as Record<string, unknown>,
          headers: { "content-type": "application/json", accept: "text/event-stream, application/json" },
          signal,
        }),
      ),
    get: (path, signal) => raw(sdk.get(path, { signal })),
  };
}

import type { BaseAnthropic } from "@anthropic-ai/sdk/client";
import type { NetOptions, NetResponse } from "../../net/fetch.js";
import { sdkFetch } from "../wire/sdk-fetch.js";

export interface ClientSettings {
  /** Without its version part: `https://api.anthropic.com`. */
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
 * The SDK builds URL and headers. Its retries, errors, time limits and event stream stay unused for the reasons that the
 * OpenAI client names: the turn loop owns the first, and the others hide what servers and proxies say.
 */
export async function createClient(settings: ClientSettings): Promise<Client> {
  const { BaseAnthropic: Sdk } = await import("./sdk.js");
  const own = {
    "X-Api-Key": settings.apiKey,
    "anthropic-version": "2023-06-01",
    "User-Agent": "mm",
    ...settings.headers,
  };
  const sdk = new Sdk({
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    // Explicit, for the SDK would take it from the environment and send it to any host.
    webhookKey: null,
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: "off",
    defaultHeaders: own,
    fetch: sdkFetch(settings.net, own) as unknown as NonNullable<
      ConstructorParameters<typeof BaseAnthropic>[0]
    >["fetch"],
  });
  const raw = async (promise: { asResponse(): Promise<unknown> }) =>
    (await promise.asResponse()) as NetResponse;
  return {
    // A body that is text keeps the SDK from writing a long history twice.
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

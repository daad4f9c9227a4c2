import { readErrorText } from "../../net/body.js";
import type { NetOptions } from "../../net/fetch.js";
import type { ModelEvent, Provider } from "../types.js";
import { createClient } from "./client.js";
import { httpFailure, thrownFailure } from "../wire/failure.js";
import { readModels } from "./models.js";
import { readReply } from "./reply.js";
import { requestBody } from "./request-body.js";

export interface OpenAIOptions {
  readonly model: string;
  /** With its version part: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly extraBody?: Readonly<Record<string, unknown>>;
  readonly net: NetOptions;
}

/** A provider for servers that speak OpenAI's Chat Completions. */
export function createOpenAI(options: OpenAIOptions): Provider {
  const { model, baseUrl } = options;
  const client = createClient(options);

  async function* stream(...[request, signal]: Parameters<Provider["stream"]>): AsyncGenerator<ModelEvent> {
    try {
      const body = requestBody(request, baseUrl, model, options.extraBody);
      const response = await client.post("/chat/completions", body, signal);
      const { status, headers, url } = response;
      if (status >= 200 && status < 300) yield* readReply(response.body);
      else yield httpFailure(status, headers, await readErrorText(response.body), url);
    } catch (error) {
      yield thrownFailure(error, signal);
    }
  }

  return {
    name: "openai",
    model,
    stream,
    async models(signal) {
      let failure;
      try {
        const response = await client.get("/models", signal);
        if (response.status === 200) return readModels(JSON.parse(await response.text()));
        const text = await readErrorText(response.body);
        failure = httpFailure(response.status, response.headers, text, response.url);
      } catch (error) {
        failure = thrownFailure(error, signal);
      }
      throw new Error(`the models of ${baseUrl} cannot be listed: ${failure.message}`);
    },
  };
}

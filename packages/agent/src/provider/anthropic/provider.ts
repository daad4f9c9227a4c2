import { readErrorText } from "../../net/body.js";
import type { ModelEvent, Provider } from "../types.js";
import { readModels } from "../openai/models.js";
import { httpFailure, thrownFailure } from "../wire/failure.js";
import { createClient, type Client, type ClientSettings } from "./client.js";
import { createReplyState, finished, pausedBlocks, readReply } from "./reply.js";
import { requestBody } from "./request-body.js";

export interface AnthropicOptions extends ClientSettings {
  readonly model: string;
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

/** Times one reply may be paused by the server and go on. */
const MAX_PAUSES = 5;

/** A provider for Anthropic's Messages API. The SDK is loaded by the first request. */
export function createAnthropic(options: AnthropicOptions): Provider {
  const { model, baseUrl } = options;
  let client: Promise<Client> | undefined;
  const open = () => (client ??= createClient(options));

  async function* stream(...[request, signal]: Parameters<Provider["stream"]>): AsyncGenerator<ModelEvent> {
    const state = createReplyState();
    try {
      for (let pauses = 0; ; pauses += 1) {
        const body = requestBody(request, model, options.extraBody, pausedBlocks(state));
        const response = await (await open()).post("/v1/messages", body, signal);
        const { status, headers, url } = response;
        if (status < 200 || status >= 300) {
          yield httpFailure(status, headers, await readErrorText(response.body), url);
          return;
        }
        if (!(yield* readReply(response.body, state))) return;
        if (state.stop !== "pause_turn" || pauses >= MAX_PAUSES) break;
        state.usage.next();
      }
      yield* finished(state);
    } catch (error) {
      const usage = state.usage.read();
      if (usage !== undefined) yield { type: "usage", usage };
      yield thrownFailure(error, signal);
    }
  }

  return {
    name: "anthropic",
    model,
    stream,
    async models(signal) {
      let failure;
      try {
        const response = await (await open()).get("/v1/models?limit=1000", signal);
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

import { startModelServer } from "@mm-agent/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { readModels } from "./models.js";
import { createOpenAI } from "./provider.js";

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

async function list(models: unknown): Promise<unknown> {
  const server = await startModelServer([], { models });
  close = () => server.close();
  const provider = createOpenAI({ model: "m", baseUrl: `${server.url}/v1`, apiKey: "none", net: {} });
  return provider.models?.(new AbortController().signal);
}

describe("models", () => {
  it("lists what the server offers", async () => {
    const data = [
      { id: "a", object: "model" },
      { id: "b", context_length: 8192, architecture: { input_modalities: ["text", "image"] } },
      { id: "c", max_model_len: 4096, architecture: { input_modalities: ["text"] } },
      { id: "d", meta: { n_ctx: 2048 } },
      { object: "model" },
    ];
    expect(await list({ data })).toEqual([
      { id: "a" },
      { id: "b", contextWindow: 8192, images: true },
      { id: "c", contextWindow: 4096, images: false },
      { id: "d", contextWindow: 2048 },
    ]);
    expect(readModels([{ name: "x" }])).toEqual([{ id: "x" }]);
    expect(readModels("nonsense")).toEqual([]);
  });

  it("rejects with a text for a person", async () => {
    await expect(list("<html>")).rejects.toThrow(
      /^the models of http:\/\/127.0.0.1:\d+\/v1 cannot be listed: /,
    );
    const provider = createOpenAI({ model: "m", baseUrl: "http://127.0.0.1:9/v1", apiKey: "none", net: {} });
    await expect(provider.models?.(new AbortController().signal)).rejects.toThrow(
      "the models of http://127.0.0.1:9/v1 cannot be listed: connection refused at 127.0.0.1:9",
    );
  });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startModelServer } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { createProvider } from "./create-provider.js";
import type { ModelSettings } from "./settings.js";
import type { ModelEvent, Provider } from "./types.js";

const text = (settings: ModelSettings, env: Record<string, string> = {}) => {
  const made = createProvider(settings, env);
  return made.ok ? `${made.provider.name} ${made.provider.model}` : made.text;
};

async function run(provider: Provider): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  const request = {
    system: "",
    messages: [{ role: "user" as const, blocks: [{ type: "text" as const, text: "Hi" }] }],
    tools: [],
    sessionId: "s",
  };
  for await (const event of provider.stream(request, new AbortController().signal)) events.push(event);
  return events;
}

describe("createProvider", () => {
  it("knows the servers by name", () => {
    for (const provider of ["ollama", "lmstudio", "llamacpp", "docker"])
      expect(text({ provider, model: "m" })).toBe("openai m");
    expect(text({ provider: "llamacpp" })).toBe("openai default");
    expect(text({ provider: "openai", model: "m" }, { OPENAI_API_KEY: "k" })).toBe("openai m");
    expect(text({ provider: "anthropic", model: "m" }, { ANTHROPIC_API_KEY: "k" })).toBe("anthropic m");
    expect(text({ provider: "openrouter", model: "m" }, { OPENROUTER_API_KEY: "k" })).toBe("openai m");
    expect(text({ baseUrl: "http://127.0.0.1:1/v1", model: "m" })).toBe("openai m");
    expect(text({ baseUrl: "https://llm.example/v1", model: "m" })).toBe("openai m");
  });

  it("says what is missing or wrong", () => {
    const names = "openai, anthropic, ollama, lmstudio, llamacpp, docker, openrouter, scripted";
    expect(text({})).toBe(`no model provider is set: give \`provider\` (${names}) and \`model\``);
    expect(text({ provider: "gpt", model: "m" })).toBe(`unknown provider "gpt": known are ${names}`);
    expect(text({ provider: "constructor", model: "m" })).toBe(
      `unknown provider "constructor": known are ${names}`,
    );
    expect(text({ provider: "ollama" })).toBe("no model is set: give its name as `model` (provider ollama)");
    expect(text({ provider: "ollama", model: "m", baseUrl: "localhost:11434" })).toBe(
      "`baseUrl` must be an http(s) URL: localhost:11434",
    );
    expect(text({ provider: "openai", model: "m" })).toBe(
      "no API key for api.openai.com: set the environment variable OPENAI_API_KEY, or store one: mm login openai",
    );
    expect(text({ provider: "openai", model: "m", apiKeyEnv: "MINE" }, { OPENAI_API_KEY: "k" })).toBe(
      "no API key for api.openai.com: set the environment variable MINE, or store one: mm login openai",
    );
    expect(text({ provider: "openai", model: "m" }, { OPENAI_API_KEY: "sk-\u00e4" })).toBe(
      "the API key in the environment variable OPENAI_API_KEY has a line break or a character that is not ASCII in it: set it again",
    );
    const stored = createProvider(
      { provider: "openai", model: "m" },
      {},
      { keys: { "api.openai.com": "a\nb" } },
    );
    expect(stored).toEqual({
      ok: false,
      text: "the stored API key for api.openai.com has a line break or a character that is not ASCII in it: store it again with mm login",
    });
    expect(text({ provider: "scripted" })).toBe("the scripted model needs its file as `model`");
  });

  it("sends a key only where it belongs", async () => {
    const server = await startModelServer([{ status: 401, body: { error: { message: "no" } } }], {
      repeatLast: true,
    });
    const env = { OPENAI_API_KEY: "secret", MINE: "mine" };
    const sent = async (more: ModelSettings) => {
      const made = createProvider({ model: "m", baseUrl: `${server.url}/v1/`, ...more }, env);
      if (!made.ok) throw new Error(made.text);
      expect((await run(made.provider))[0]).toMatchObject({ class: "auth" });
      return server.requests.at(-1)?.headers.authorization;
    };
    expect(await sent({ provider: "openai" })).toBe("Bearer none");
    expect(await sent({ provider: "ollama" })).toBe("Bearer none");
    expect(await sent({ provider: "openai", apiKeyEnv: "MINE" })).toBe("Bearer mine");
    expect(await sent({ provider: "openai", apiKeyEnv: "ABSENT" })).toBe("Bearer none");
    expect(server.requests[0]?.path).toBe("/v1/chat/completions");
    await server.close();
  });

  it("passes on headers, body fields and the time limit", async () => {
    const server = await startModelServer([{ stream: [], stallAfter: 1, delayMs: 5 }]);
    const made = createProvider(
      {
        provider: "lmstudio",
        model: "m",
        baseUrl: `${server.url}/v1`,
        headers: { "x-a": "b" },
        extraBody: { seed: 1 },
        requestTimeout: 100,
      },
      {},
    );
    if (!made.ok) throw new Error(made.text);
    expect(await run(made.provider)).toEqual([
      { type: "error", class: "network", message: `127.0.0.1:${server.port} sent nothing for 0.1 s` },
    ]);
    expect(server.requests[0]).toMatchObject({ body: { seed: 1, model: "m" }, headers: { "x-a": "b" } });
    expect(await made.provider.models?.(new AbortController().signal)).toEqual([{ id: "scripted" }]);
    await server.close();
  });

  it("finds a scripted model's file from the given folder", async () => {
    const baseDir = await mkdtemp(path.join(tmpdir(), "create-"));
    await writeFile(path.join(baseDir, "s.yaml"), "turns: [{text: Hello}]\n");
    const made = createProvider({ provider: "scripted", model: "s.yaml" }, {}, { baseDir });
    if (!made.ok) throw new Error(made.text);
    expect([made.provider.name, made.provider.model]).toEqual(["scripted", "s.yaml"]);
    expect(await run(made.provider)).toEqual([
      { type: "text", text: "Hello" },
      { type: "done", reason: "stop" },
    ]);
    await rm(baseDir, { recursive: true });
  });
});

import { afterEach, expect, it } from "vitest";
import { OLLAMA, serve, type FakeServer } from "../provider/local/fixtures.js";
import type { Message, ModelRequest, Provider } from "../provider/types.js";
import { watchWindow, type WindowWatch, type WindowWatchOptions } from "./window-watch.js";

let server: FakeServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const said: string[] = [];
const request: ModelRequest = { system: "", messages: [], tools: [], sessionId: "s" };
const user = (text: string): Message => ({ role: "user", blocks: [{ type: "text", text }] });

function watch(
  model: string,
  settings: object = {},
  base = 1_000,
  more: Partial<WindowWatchOptions> & { readonly reply?: () => Promise<void> } = {},
): WindowWatch {
  said.length = 0;
  const provider: Provider = {
    name: "openai",
    model,
    async *stream() {
      await more.reply?.();
      yield { type: "text", text: "Hi" };
    },
    models: async () => [{ id: "m", contextWindow: 30_000 }],
  };
  return watchWindow({
    provider,
    settings: { model, ...settings },
    base: () => base,
    ...(more.said === undefined ? {} : { said: more.said }),
    notify: (text) => void said.push(text),
  });
}
const ask = async (one: WindowWatch): Promise<void> => {
  for await (const _ of one.provider.stream(request, new AbortController().signal));
};
const until = async (test: () => boolean): Promise<void> => {
  for (let i = 0; i < 200 && !test(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
};

it("learns the window beside the first request to a local server, and says when it is too small for the tools", async () => {
  server = await serve(OLLAMA);
  const one = watch("qwen3:8b", { provider: "ollama", baseUrl: `http://127.0.0.1:${server.port}/v1` }, 9_000);
  expect([one.window(), server.seen]).toEqual([40_960, []]);
  await ask(one);
  await until(() => said.length > 0);
  expect(one.window()).toBe(16_384);
  expect(said).toEqual([
    "the window of qwen3:8b holds 16384 tokens, and the tools and instructions alone take about 9000: raise its window (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx; llama.cpp: -c; LM Studio: context length), or switch tools off",
  ]);
});

it("asks Ollama again when its reply has begun, for only then the model is loaded", async () => {
  let loaded = false;
  const ps = () => ({ models: loaded ? [{ name: "tiny:latest", context_length: 4_096 }] : [] });
  server = await serve({ ...OLLAMA, "/api/ps": ps });
  const settings = { provider: "ollama", baseUrl: `http://127.0.0.1:${server.port}/v1` };
  const reply = async (): Promise<void> => {
    await until(() => server!.seen.length >= 2);
    loaded = true;
  };
  const slow = watch("tiny", settings, 1_000, { reply });
  await ask(slow);
  await until(() => slow.window() !== undefined);
  expect(slow.window()).toBe(4_096);
  // What was said while the server was looked for is no last word either.
  const probed = watch("tiny", settings, 1_000, { said: 32_768 });
  expect(probed.window()).toBe(32_768);
  await ask(probed);
  await until(() => probed.window() !== 32_768);
  expect(probed.window()).toBe(4_096);
  const { length } = server.seen;
  await ask(probed);
  expect(server.seen.length).toBe(length);
});

it("asks other servers only in longer turns", async () => {
  server = await serve({});
  const one = watch("m", { baseUrl: `http://127.0.0.1:${server.port}/v1` });
  await ask(one);
  await ask(one);
  expect(one.window()).toBeUndefined();
  await ask(one);
  await until(() => one.window() !== undefined);
  expect(one.window()).toBe(30_000);
});

it("asks for the window of a model that was changed to", async () => {
  server = await serve(OLLAMA);
  const one = watch("qwen3:8b", { provider: "ollama", baseUrl: `http://127.0.0.1:${server.port}/v1` });
  await ask(one);
  await until(() => one.window() === 16_384);
  expect(one.window()).toBe(16_384);
  one.change({ name: "ollama", model: "n", async *stream() {} });
  expect(one.window()).toBeUndefined();
  await server.close();
  server = await serve({});
  const other = watch("m", { baseUrl: `http://127.0.0.1:${server.port}/v1` });
  const provider = other.change({
    name: "openai",
    model: "n",
    async *stream() {},
    models: async () => [{ id: "n", contextWindow: 70_000 }],
  });
  expect(other.window()).toBeUndefined();
  await ask({ ...other, provider });
  await until(() => other.window() !== undefined);
  expect(other.window()).toBe(70_000);
});

it("notices a count that does not grow with the conversation", () => {
  const one = watch("m");
  one.used([user("word ".repeat(2_000))], { input: 2_600, output: 1 });
  one.used([user("word ".repeat(3_000))], { input: 3_900, output: 1 });
  expect(said).toEqual([]);
  one.used([user("word ".repeat(5_000))], { input: 3_900, output: 1 });
  one.used([user("word ".repeat(9_000))], { input: 3_900, output: 1 });
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^the server counted 3900 tokens for a conversation of about 8147: it seems to drop the beginning/,
  );
});

it("notices a first request that was cut, and counts what came from a cache", () => {
  const one = watch("m");
  one.used([user("word ".repeat(12_000))], { input: 4_096, output: 1 });
  expect(said).toHaveLength(1);
  const cached = watch("m");
  cached.used([user("word ".repeat(2_000))], { input: 2_600, output: 1 });
  cached.used([user("word ".repeat(4_000))], { input: 100, cacheRead: 5_100, output: 1 });
  cached.used([user("compacted")], { input: 300, output: 1 });
  expect(said).toEqual([]);
});

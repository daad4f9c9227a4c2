import { afterEach, describe, expect, it } from "vitest";
import { chooseProvider, type ChooseOptions } from "./choose-provider.js";
import { listModels } from "./list-models.js";
import { DOCKER, LLAMACPP, LMSTUDIO, OLLAMA, serve, type FakeServer, type Routes } from "./local/fixtures.js";
import { probeLocal, probeTargets } from "./local/probe.js";
import type { ModelSettings } from "./settings.js";
import { askWindow, windowWithoutAsking } from "./window/find-window.js";

const servers: FakeServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
const up = async (routes: Routes): Promise<number> => {
  const server = await serve(routes);
  servers.push(server);
  return server.port;
};
const HOW =
  "another: --provider and --model, MM_PROVIDER and MM_MODEL, or the config; mm models lists what there is";

async function choose(settings: ModelSettings, env: Record<string, string>, options: ChooseOptions = {}) {
  const chosen = await chooseProvider(settings, { MM_PROBE: "off", ...env }, options);
  if (!chosen.ok) return chosen.text;
  return [chosen.provider.name, chosen.provider.model, chosen.notice ?? "", chosen.window ?? 0];
}

describe("without a provider", () => {
  it("takes the first local server, and of it a model that can call tools", async () => {
    const [ollama, lmstudio] = [await up(OLLAMA), await up(LMSTUDIO)];
    const env = { MM_PROBE: `ollama=${ollama},lmstudio=${lmstudio}`, OPENAI_API_KEY: "k" };
    expect(await choose({}, env)).toEqual([
      "openai",
      "qwen3:8b",
      `using qwen3:8b on ollama (127.0.0.1:${ollama}); ${HOW}`,
      16_384,
    ]);
  });

  it("takes a model that is loaded already", async () => {
    const running = { models: [{ name: "qwen3:8b", context_length: 4_096 }] };
    const port = await up({ ...OLLAMA, "/api/ps": running });
    expect(await choose({}, { MM_PROBE: `ollama=${port}` })).toMatchObject(
      ["openai", "qwen3:8b", {}, 4_096].map((one) => (typeof one === "object" ? expect.any(String) : one)),
    );
    const lm = await up(LMSTUDIO);
    expect(await choose({}, { MM_PROBE: `lmstudio=${lm}` })).toMatchObject({ 1: "two", 3: 4_096 });
  });

  it("takes port 8080 for llama.cpp only when it is llama.cpp", async () => {
    const other = await up({ "/v1/models": { data: [{ id: "page" }] }, "/props": { hello: 1 } });
    expect(await choose({}, { MM_PROBE: `llamacpp=${other}` })).toMatch(/none was found/);
    const real = await up(LLAMACPP);
    expect(await choose({}, { MM_PROBE: `llamacpp=${real}` })).toMatchObject({ 1: "x.gguf", 3: 8_192 });
    const docker = await up(DOCKER);
    expect(await choose({}, { MM_PROBE: `docker=http://127.0.0.1:${docker}` })).toMatchObject({
      1: "ai/smollm2",
    });
  });

  it("finds the server that has the model that is named", async () => {
    const [ollama, lmstudio] = [await up(OLLAMA), await up(LMSTUDIO)];
    const env = { MM_PROBE: `ollama=${ollama},lmstudio=${lmstudio}` };
    expect(await choose({ model: "one" }, env)).toMatchObject({ 1: "one", 3: 32_768 });
    expect(await choose({ model: "nomic-embed-text" }, env)).toMatchObject({ 1: "nomic-embed-text:latest" });
    expect(await choose({ model: "absent" }, env)).toBe(
      "no provider is set, and no server on this machine offers the model absent: ollama has nomic-embed-text:latest, tiny:1b, qwen3:8b; lmstudio has embed-1, one, two",
    );
  });

  it("then looks for keys, Anthropic's first, in the environment and among the stored ones", async () => {
    expect(await choose({}, { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "o" })).toEqual([
      "anthropic",
      "claude-sonnet-5-5",
      `using claude-sonnet-5-5 of anthropic, for there is a key for it and no local server; ${HOW}`,
      0,
    ]);
    expect(await choose({}, { OPENAI_API_KEY: "o" })).toMatchObject({ 0: "openai", 1: "gpt-5.4" });
    expect(await choose({}, {}, { keys: { "api.anthropic.com": "k" } })).toMatchObject({ 0: "anthropic" });
    expect(await choose({ model: "gpt-4.1" }, { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "o" })).toMatchObject(
      { 0: "openai", 1: "gpt-4.1" },
    );
  });

  it("says how to get going when there is nothing", async () => {
    expect(await choose({}, {})).toMatchInlineSnapshot(`
      "no model provider is set, and none was found. To get going:
        a model on this machine  start Ollama (then: ollama pull qwen3:8b), LM Studio, llama.cpp or Docker Model Runner
        Anthropic                export ANTHROPIC_API_KEY=...   or store a key: mm login anthropic
        OpenAI                   export OPENAI_API_KEY=...      or store a key: mm login openai
        another server           mm --base-url http://host:port/v1 --model <name>
        no model at all          mm demo shows a scripted one at work"
    `);
  });

  it("does not wait for a server that hangs", async () => {
    const [ollama, docker] = [await up({ "/api/tags": "hang", "/api/ps": "hang" }), await up(DOCKER)];
    const before = performance.now();
    const found = await probeLocal({ MM_PROBE: `ollama=${ollama},docker=${docker}` });
    expect(found.map((one) => one.name)).toEqual(["docker"]);
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

it("asks the usual ports unless it is told otherwise", () => {
  const addresses = (env: Record<string, string>) => probeTargets(env).map(({ baseUrl }) => baseUrl);
  expect(addresses({})).toEqual([
    "http://127.0.0.1:11434/v1",
    "http://127.0.0.1:1234/v1",
    "http://127.0.0.1:8080/v1",
    "http://127.0.0.1:12434/engines/v1",
  ]);
  expect(addresses({ MM_PROBE: "off" })).toEqual([]);
  expect(addresses({ MM_PROBE: "docker=http://127.0.0.1:5/, ollama=7" })).toEqual([
    "http://127.0.0.1:7/v1",
    "http://127.0.0.1:5/engines/v1",
  ]);
});

describe("with a provider", () => {
  it("asks nobody when the model is named", async () => {
    expect(await choose({ provider: "ollama", model: "m" }, {})).toEqual(["openai", "m", "", 0]);
  });
  it("takes a default model, and says so", async () => {
    expect(await choose({ provider: "anthropic" }, { ANTHROPIC_API_KEY: "a" })).toMatchObject({
      1: "claude-sonnet-5-5",
      2: `using claude-sonnet-5-5 of anthropic; ${HOW}`,
    });
    const port = await up(OLLAMA);
    expect(await choose({ provider: "ollama", baseUrl: `http://127.0.0.1:${port}/v1` }, {})).toMatchObject({
      1: "qwen3:8b",
      3: 16_384,
    });
    expect(await choose({ provider: "ollama", baseUrl: "http://127.0.0.1:9/v1" }, {})).toBe(
      "no model is set: give its name as `model` (provider ollama)",
    );
  });
  it("sends a stored key to its own host only", async () => {
    const keys = { "api.openai.com": "stored-key" };
    expect(await choose({ provider: "openai", model: "m" }, {}, { keys })).toMatchObject({ 1: "m" });
    expect(await choose({ provider: "openrouter", model: "m" }, {}, { keys })).toMatch(
      /no API key for openrouter\.ai/,
    );
  });
});

describe("the window", () => {
  const ask = async (settings: ModelSettings) => {
    const chosen = await chooseProvider(settings, {});
    return chosen.ok ? askWindow(settings, chosen.provider) : chosen.text;
  };
  it("comes from the server", async () => {
    expect(
      await ask({
        provider: "ollama",
        model: "qwen3:8b",
        baseUrl: `http://127.0.0.1:${await up(OLLAMA)}/v1`,
      }),
    ).toBe(16_384);
    expect(
      await ask({ provider: "ollama", model: "tiny:1b", baseUrl: `http://127.0.0.1:${await up(OLLAMA)}/v1` }),
      // What the model could have is not what the server gives it.
    ).toBeUndefined();
    expect(
      await ask({
        provider: "llamacpp",
        model: "default",
        baseUrl: `http://127.0.0.1:${await up(LLAMACPP)}/v1`,
      }),
    ).toBe(8_192);
    expect(
      await ask({ provider: "lmstudio", model: "two", baseUrl: `http://127.0.0.1:${await up(LMSTUDIO)}/v1` }),
    ).toBe(4_096);
    const vllm = await up({ "/v1/models": { data: [{ id: "m", max_model_len: 9_000 }] } });
    expect(await ask({ model: "m", baseUrl: `http://127.0.0.1:${vllm}/v1` })).toBe(9_000);
  });
  it("else from the config, else from the name", () => {
    expect(windowWithoutAsking({ model: "qwen3:8b", contextWindow: 5_000 })).toBe(5_000);
    expect(windowWithoutAsking({ model: "qwen3:8b", contextWindow: 5_000 }, 4_096)).toBe(4_096);
    expect(windowWithoutAsking({ model: "qwen3:8b" })).toBe(40_960);
    expect(windowWithoutAsking({ model: "claude-sonnet-5-5" })).toBe(200_000);
    expect(windowWithoutAsking({ model: "nobody" })).toBeUndefined();
  });
});

it("lists models of the provider, or of every server that is found", async () => {
  const [ollama, docker] = [await up(OLLAMA), await up(DOCKER)];
  const all = await listModels({}, { MM_PROBE: `ollama=${ollama},docker=${docker}` });
  expect(all.ok && all.lists.map((list) => [list.provider, list.current, list.models.length])).toEqual([
    ["ollama", "qwen3:8b", 3],
    ["docker", undefined, 1],
  ]);
  const one = await listModels(
    { provider: "ollama", model: "tiny:1b", baseUrl: `http://127.0.0.1:${ollama}/v1` },
    {},
  );
  expect(one.ok && one.lists[0]?.models).toEqual([
    { id: "nomic-embed-text:latest" },
    { id: "tiny:1b" },
    { id: "qwen3:8b", contextWindow: 16_384 },
  ]);
  expect(await listModels({ provider: "scripted", model: "x.yaml" }, {})).toEqual({
    ok: false,
    text: "the provider scripted has no list of models",
  });
});

it("lists models when none is named, and hides the password of the address", async () => {
  const port = await up({
    "/v1/models": { data: [{ id: "m" }] },
    "/v1/models?limit=1000": { data: [{ id: "claude-x" }] },
  });
  const baseUrl = `http://user:pw@127.0.0.1:${port}/v1`;
  const list = async (settings: ModelSettings, env: Record<string, string> = {}) =>
    listModels({ baseUrl, ...settings }, env);
  const shown = `http://(hidden)@127.0.0.1:${port}/v1`;
  expect(await list({})).toEqual({
    ok: true,
    lists: [{ provider: "openai", baseUrl: shown, models: [{ id: "m" }] }],
  });
  expect(await list({ provider: "openrouter" })).toMatchObject({ ok: true, lists: [{ baseUrl: shown }] });
  expect(await list({ provider: "anthropic" })).toMatchObject({
    ok: true,
    lists: [{ models: [{ id: "claude-x", contextWindow: 200_000 }] }],
  });
  expect(await listModels({ provider: "openrouter" }, {})).toMatchObject({
    ok: false,
    text: expect.stringMatching(/^no API key for openrouter\.ai/),
  });
  const failed = await list({ baseUrl: "http://user:pw@127.0.0.1:9/v1" });
  expect(failed.ok ? "" : failed.text).toMatch(
    /^the models of http:\/\/\(hidden\)@127\.0\.0\.1:9\/v1 cannot/,
  );
});

it("asks with the key of the host and the headers of the config", async () => {
  const server = await serve(OLLAMA);
  servers.push(server);
  const host = `127.0.0.1:${server.port}`;
  const sent = async (work: Promise<unknown>) => {
    server.headers.length = 0;
    await work;
    const all = server.headers.map((one) => `${one["authorization"] ?? ""} ${String(one["x-team"] ?? "")}`);
    return [...new Set(all)];
  };
  const probe = { MM_PROBE: `ollama=${server.port}`, OTHER: "other" };
  const keys = { [host]: "stored", elsewhere: "no" };
  const headers = { "X-Team": "a" };
  expect(await sent(choose({ headers }, probe, { keys }))).toEqual(["Bearer stored a"]);
  expect(await sent(listModels({ headers }, probe, { keys }))).toEqual(["Bearer stored a"]);
  // Nobody said that this key is for whatever listens there.
  expect(await sent(choose({ apiKeyEnv: "OTHER" }, probe))).toEqual([" "]);
  const named = { provider: "ollama", baseUrl: `http://${host}/v1`, apiKeyEnv: "OTHER", headers };
  expect(await sent(choose(named, probe, { keys }))).toEqual(["Bearer other a"]);
  const full = { ...named, model: "qwen3:8b" };
  const chosen = await chooseProvider(full, probe);
  if (!chosen.ok) throw new Error(chosen.text);
  expect(await sent(askWindow(full, chosen.provider, { env: probe }))).toEqual(["Bearer other a"]);
});

it("says what is wrong with MM_PROBE", async () => {
  const text = (at: string) =>
    `MM_PROBE cannot be read at "${at}": it is off, or pairs such as ollama=11434,llamacpp=http://127.0.0.1:9000 (ollama, lmstudio, llamacpp, docker)`;
  expect(await choose({}, { MM_PROBE: "olama=1" })).toBe(text("olama=1"));
  expect(await choose({}, { MM_PROBE: "ollama=1, docker=host" })).toBe(text("docker=host"));
  expect(await choose({}, { MM_PROBE: "ollama=99999" })).toBe(text("ollama=99999"));
  expect(await listModels({}, { MM_PROBE: "nonsense" })).toEqual({ ok: false, text: text("nonsense") });
});

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageEvents, runMm, startModelServer, tempFolder, type ModelServer } from "@mm-agent/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let home: string;
let server: ModelServer | undefined;
beforeEach(() => void (home = tempFolder()));
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const KEY = "sk-live-1234567890";
const say = (text: string) => ({
  stream: [
    JSON.stringify({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
    JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
    "[DONE]",
  ],
});

describe("mm login", () => {
  it("stores a key from stdin, which then goes to its host only, and not to the tools", async () => {
    const call = {
      index: 0,
      id: "a",
      function: { name: "bash", arguments: '{"command":"env; cat $XDG_STATE_HOME/mm/keys.json"}' },
    };
    server = await startModelServer([
      {
        stream: [
          JSON.stringify({
            choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: "tool_calls" }],
          }),
          "[DONE]",
        ],
      },
      say("done"),
    ]);
    const stored = await runMm(["login", "--base-url", `${server.url}/v1`], { home, input: `${KEY}\n` });
    const file = join(home, "state/mm/keys.json");
    expect(stored).toMatchObject({
      code: 0,
      stdout: `The key for 127.0.0.1:${server.port} is stored in ${file}, readable by you only.\n`,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const run = await runMm(["-p", "go", "--yolo", "--base-url", `${server.url}/v1`, "-m", "m"], { home });
    expect(run.stdout).toBe("done\n");
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    const { messages } = server.requests[1]!.body as { messages: { role: string; content: string }[] };
    expect(messages.at(-1)?.content).not.toMatch(/^[A-Z_]*KEY=/m);

    const out = await runMm(["logout", "--base-url", server.url], { home });
    expect(out.code).toBe(0);
    expect(readFileSync(file, "utf8")).not.toContain(KEY);
  });

  it("takes no key as an argument and says what is wrong", async () => {
    const given = await runMm(["login", "openai", KEY], { home });
    expect(given).toMatchObject({ code: 2, stdout: "" });
    expect(given.stderr).toContain("a key is never an argument: mm login openai asks for it");
    expect((await runMm(["login"], { home })).stderr).toContain(
      "which provider? One of openai, anthropic, openrouter",
    );
    expect((await runMm(["login", "ollama"], { home })).code).toBe(2);
    expect((await runMm(["login", "openai"], { home, input: "two words" })).stderr).toContain(
      "a key has no blanks in it",
    );
  });
});

describe("mm without a provider", () => {
  it("takes the local server it finds and says so in one line", async () => {
    server = await startModelServer([say("hello")], { models: { data: [{ id: "ai/m" }] } });
    const run = await runMm(["-p", "go"], { home, env: { MM_PROBE: `docker=${server.port}` } });
    expect(run).toMatchObject({ code: 0, stdout: "hello\n" });
    expect(run.stderr).toBe(
      `mm: using ai/m on docker (127.0.0.1:${server.port}); another: --provider and --model, MM_PROVIDER and MM_MODEL, or the config; mm models lists what there is\n`,
    );
    expect(server.requests).toHaveLength(1);
  });

  it("says how to get going, with exit code 2", async () => {
    const run = await runMm(["-p", "go"], { home });
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain("mm: no model provider is set, and none was found. To get going:");
    expect((await runMm(["models"], { home })).code).toBe(2);
  });
});

it("mm models lists names, windows and the one in use", async () => {
  server = await startModelServer([], {
    models: { data: [{ id: "m", max_model_len: 9000 }, { id: "qwen3:8b" }, { id: "x" }] },
  });
  const run = await runMm(["models", "--base-url", `${server.url}/v1`, "-m", "m"], { home });
  expect(run.stdout).toBe(
    `openai  ${server.url}/v1\n  * m         9000 tokens\n    qwen3:8b  about 40960 tokens\n    x         window unknown\n`,
  );
  const json = await runMm(["models", "--json", "--base-url", `${server.url}/v1`, "-m", "m"], { home });
  expect(JSON.parse(json.stdout)).toMatchObject([
    { provider: "openai", current: "m", models: [{ id: "m" }, {}, {}] },
  ]);
});

it("mm models needs no model, and takes the key of the environment", async () => {
  server = await startModelServer([], { models: { data: [{ id: "m", max_model_len: 9000 }] } });
  const args = ["models", "--base-url", `http://user:pw@127.0.0.1:${server.port}/v1`];
  const run = await runMm([...args, "--provider", "openai"], { home, env: { OPENAI_API_KEY: KEY } });
  expect(run).toMatchObject({
    code: 0,
    stdout: `openai  http://(hidden)@127.0.0.1:${server.port}/v1\n    m  9000 tokens\n`,
  });
  const keyed = { home, env: { OPENROUTER_API_KEY: KEY, HTTPS_PROXY: "http://127.0.0.1:9" } };
  expect((await runMm(["models", "--provider", "openrouter"], keyed)).stderr).toMatch(
    /^mm: the models of https:\/\/openrouter\.ai\/api\/v1 cannot be listed/,
  );
});

it("mm doctor takes the model that -p takes", async () => {
  server = await startModelServer([], { models: { data: [{ id: "ai/m", max_model_len: 32_000 }] } });
  const run = await runMm(["doctor"], { home, env: { MM_PROBE: `docker=${server.port}` } });
  expect(run.stdout).toContain(`using ai/m on docker (127.0.0.1:${server.port})`);
  expect(run.stdout).toContain("ai/m @ openai answers");
  expect(run.code, run.stdout).toBe(0);
});

it("mm -p talks to Anthropic's API", async () => {
  server = await startModelServer(
    [{ stream: messageEvents([{ thinking: ["hm"], signature: "s" }, { text: ["Hel", "lo"] }]) }],
    { strict: true },
  );
  const run = await runMm(
    ["-p", "go", "--provider", "anthropic", "--base-url", server.url, "-m", "claude-x"],
    { home },
  );
  expect(run).toMatchObject({ code: 0, stdout: "Hello\n", stderr: "" });
  expect(server.requests.map((request) => request.path)).toEqual(["/v1/messages"]);
});

it("trusts the CA that NODE_EXTRA_CA_CERTS names, and sends the headers and fields of the config", async () => {
  const fixture = (name: string): string => join(import.meta.dirname, "../../agent/src/net/fixtures", name);
  const tls = {
    key: readFileSync(fixture("key.pem"), "utf8"),
    cert: readFileSync(fixture("cert.pem"), "utf8"),
  };
  server = await startModelServer([say("over TLS")], { tls });
  const file = join(home, "config.yaml");
  writeFileSync(
    file,
    `baseUrl: ${server.url}/v1\nmodel: m\nheaders: {x-team: blue}\nextraBody: {seed: 7, stream_options: null}\n`,
  );
  const distrusted = await runMm(["-p", "go", "--config", file], { home });
  expect(distrusted).toMatchObject({ code: 1, stdout: "" });
  expect(distrusted.stderr).toContain("name that file in NODE_EXTRA_CA_CERTS");
  const run = await runMm(["-p", "go", "--config", file], {
    home,
    env: { NODE_EXTRA_CA_CERTS: fixture("cert.pem") },
  });
  expect(run).toMatchObject({ code: 0, stdout: "over TLS\n" });
  const [sent] = server.requests;
  expect(sent?.headers["x-team"]).toBe("blue");
  expect(sent?.body).toMatchObject({ seed: 7 });
  expect(sent?.body).not.toHaveProperty("stream_options");
});

it("goes through the proxy of the environment, but not to this machine", async () => {
  server = await startModelServer([say("direct")]);
  const env = { HTTP_PROXY: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };
  expect(await runMm(["-p", "go", "--base-url", `${server.url}/v1`, "-m", "m"], { home, env })).toMatchObject(
    { code: 0, stdout: "direct\n" },
  );
  const lost = await runMm(
    ["-p", "go", "--base-url", "http://models.test/v1", "-m", "m", "--max-turns", "1"],
    {
      home,
      env: { ...env, NO_PROXY: "" },
      timeout: 60_000,
    },
  );
  expect(lost.stderr).toContain("127.0.0.1:9");
});

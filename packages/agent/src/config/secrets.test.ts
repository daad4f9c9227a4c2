import { expect, test } from "vitest";
import { describeConfig } from "./describe-config.js";
import { findAgentKeys } from "./find-agent-keys.js";
import { loadConfig } from "./load-config.js";
import { scrubEnv, secretValues } from "./secrets.js";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

async function load(text: string, env: Record<string, string> = {}) {
  const top = mkdtempSync(join(tmpdir(), "mm-secrets-"));
  try {
    const file = join(top, "c.yaml");
    writeFileSync(file, text);
    const loaded = await loadConfig({
      cwd: top,
      env: { HOME: top, ...env },
      flags: { config: file },
      trusted: false,
    });
    return {
      ...loaded,
      lines: describeConfig(loaded).map((line) => ({ ...line, source: line.source.replace(file, "c.yaml") })),
    };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

test("tools see the environment without provider keys", async () => {
  const { config } = await load("apiKeyEnv: WORK_LLM\n");
  const env = {
    PATH: "/bin",
    OPENAI_API_KEY: "a",
    ANTHROPIC_API_KEY: "b",
    OPENROUTER_API_KEY: "c",
    WORK_LLM: "d",
    MM_TEST_KEY: "e",
    MM_KEY: "f",
    MM_MODEL: "g",
    NPM_TOKEN: "h",
    openai_api_key: "i",
    GONE: undefined,
  };
  expect(scrubEnv(env, config)).toEqual({ PATH: "/bin", MM_MODEL: "g", NPM_TOKEN: "h" });
});

test("secret values for the redactor: long ones only, longest first", async () => {
  const { config } = await load(
    "headers: {Authorization: Bearer abcdefghij, User-Agent: my-own-agent, X-Api-Key: headerkey1}\nbaseUrl: http://me:pass-word@host/v1\nfetch: {proxyPassword: topsecret1, list: [{token: inner-token}]}\n",
  );
  expect(
    secretValues({ OPENAI_API_KEY: "sk-0123456789", MM_X_KEY: "short", PATH: "/usr/local/bin" }, config),
  ).toEqual([
    "Bearer abcdefghij",
    "sk-0123456789",
    "inner-token",
    "abcdefghij",
    "headerkey1",
    "topsecret1",
    "pass-word",
  ]);
});

test("mm config: every value with its source, secrets hidden", async () => {
  const { lines } = await load(
    "model: m\nmaxTokens: 100\napiKeyEnv: WORK_LLM\nbaseUrl: http://me:pw@host/v1\nheaders: {X-Team: blue}\nbash: {apiToken: t, timeout: 5}\npermissions: {bash: {'rm *': deny}}\nplugins: [{use: p, config: {key: k}, guard: true}]\nmmConfigs: {a: {config: a.yaml}}\n",
    { MM_PROVIDER: "openai", MM_YOLO: "0" },
  );
  const wanted = lines.filter((line) => !/^(default)$/.test(line.source));
  expect(
    wanted.map((line) =>
      `${line.key} = ${line.value} (${line.source})`.replace(/"\/[^"]*\/a\.yaml"/, '"…/a.yaml"'),
    ),
  ).toMatchInlineSnapshot(`
    [
      "provider = "openai" (MM_PROVIDER)",
      "model = "m" (c.yaml:1)",
      "baseUrl = "http://(hidden)@host/v1" (c.yaml:4)",
      "apiKeyEnv = "WORK_LLM" (c.yaml:3)",
      "maxTokens = 100 (c.yaml:2)",
      "headers.X-Team = "(hidden)" (c.yaml:5)",
      "mode = "ask" (MM_YOLO)",
      "mmConfigs.a.config = "…/a.yaml" (c.yaml:9)",
      "bash.apiToken = "(hidden)" (c.yaml:6)",
      "bash.timeout = 5 (c.yaml:6)",
      "plugins[0] = {"use":"p","config":{"key":"(hidden)"},"guard":true} (c.yaml:8)",
      "permissions.bash.rm * = "deny" (c.yaml:7)",
    ]
  `);
  expect(lines.find((line) => line.key === "maxOutput")).toEqual({
    key: "maxOutput",
    value: "20000",
    source: "default",
  });
});

test("keys that only the file of an asked agent names are hidden as well, two levels deep", async () => {
  const top = mkdtempSync(join(tmpdir(), "mm-secrets-"));
  try {
    writeFileSync(join(top, "one.yaml"), "apiKeyEnv: ONE_LLM\nmmConfigs: {two: {config: ./two.yaml}}\n");
    writeFileSync(join(top, "two.yaml"), "apiKeyEnv: TWO_LLM\nmmConfigs: {one: {config: ./one.yaml}}\n");
    const agents = { one: { config: join(top, "one.yaml") }, gone: { config: join(top, "gone.yaml") } };
    const agentKeys = await findAgentKeys(agents);
    expect(agentKeys).toEqual(["ONE_LLM", "TWO_LLM"]);
    const env = { PATH: "/bin", ONE_LLM: "first-secret", TWO_LLM: "second-secret" };
    expect(scrubEnv(env, { model: {}, agentKeys })).toEqual({ PATH: "/bin" });
    expect(secretValues(env, { model: {}, slices: {}, plugins: [], agentKeys })).toEqual([
      "second-secret",
      "first-secret",
    ]);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
});

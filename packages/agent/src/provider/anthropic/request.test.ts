import { messageEvents } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { startModelServer } from "@mm-agent/testkit";
import type { Message, ModelRequest } from "../types.js";
import { openTestSession } from "../../session/session-kit.js";
import { play } from "./fixtures/play.js";
import { createAnthropic } from "./provider.js";
import { requestBody } from "./request-body.js";

const CACHE = { type: "ephemeral" };
const text = (words: string) => ({ type: "text", text: words }) as const;
const tool = (name: string) => ({ name, description: "d", input: { type: "object" } }) as const;
const base: ModelRequest = {
  system: "You are mm.",
  messages: [{ role: "user", blocks: [text("Hi")] }],
  tools: [tool("bash"), tool("grep")],
  sessionId: "s",
};
const body = (more: Partial<ModelRequest> = {}, model = "claude-sonnet-5-5", extra = {}) =>
  requestBody({ ...base, ...more }, model, extra);
const SIGNED = {
  blocks: [
    { type: "thinking", thinking: "hm", signature: "sig" },
    { type: "text", length: 4 },
    { type: "call" },
  ],
};
const turn = (model: string): Message[] => [
  ...base.messages,
  {
    role: "assistant",
    blocks: [
      { type: "thought", text: "hm" },
      text("Look"),
      { type: "call", id: "call_1", name: "bash", arguments: '{"command":"ls"}' },
    ],
    raw: { provider: "anthropic", model, data: SIGNED },
  },
  { role: "tool", callId: "call_1", name: "bash", text: "", ok: false },
];

describe("the body of a request", () => {
  it("has cache breakpoints on the system prompt, the last tool and the last message of the user", () => {
    expect(body()).toEqual({
      model: "claude-sonnet-5-5",
      max_tokens: 32_000,
      system: [{ type: "text", text: "You are mm.", cache_control: CACHE }],
      tools: [
        { name: "bash", description: "d", input_schema: { type: "object" } },
        { name: "grep", description: "d", input_schema: { type: "object" }, cache_control: CACHE },
      ],
      messages: [{ role: "user", content: [{ type: "text", text: "Hi", cache_control: CACHE }] }],
      stream: true,
    });
  });

  it("puts results and what the person says next into one message", () => {
    const messages: Message[] = [
      ...turn("claude-sonnet-5-5"),
      { role: "user", blocks: [text("and?"), { type: "image", mimeType: "image/png", data: "AAAA" }] },
    ];
    expect((body({ messages })["messages"] as unknown[]).slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "sig" },
          { type: "text", text: "Look" },
          { type: "tool_use", id: "call_1", name: "bash", input: { command: "ls" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call_1", is_error: true },
          { type: "text", text: "and?" },
          {
            type: "image",
            source: { type: "base64", media_type: "image/png", data: "AAAA" },
            cache_control: CACHE,
          },
        ],
      },
    ]);
  });

  it("sends thinking back to its own model only", () => {
    const [, other] = body({ messages: turn("claude-opus-5-5") })["messages"] as {
      content: { type: string }[];
    }[];
    expect(other?.content.map((block) => block.type)).toEqual(["text", "tool_use"]);
  });

  it.each([
    [
      "claude-sonnet-5-5",
      "high",
      { thinking: { type: "adaptive" }, output_config: { effort: "high" }, max_tokens: 32_000 },
    ],
    ["claude-sonnet-5-5", "off", { thinking: { type: "disabled" }, temperature: 0.5 }],
    [
      "claude-sonnet-4-5",
      "medium",
      { thinking: { type: "enabled", budget_tokens: 10_000 }, max_tokens: 32_000 },
    ],
    ["claude-opus-4-20250514", "low", { thinking: { type: "enabled", budget_tokens: 4_000 } }],
    ["claude-haiku-4-5-20251001", "off", { temperature: 0.5 }],
    ["claude-3-5-haiku-latest", "high", { max_tokens: 8_192, temperature: 0.5 }],
  ] as const)("thinks as %s can at %s", (model, thinking, expected) => {
    const { messages: _m, system: _s, tools: _t, ...rest } = body({ thinking, temperature: 0.5 }, model);
    expect(rest).toEqual({ model, stream: true, max_tokens: rest["max_tokens"], ...expected });
  });

  it("makes room for a budget, and does without where the turn has calls of another model", () => {
    expect(body({ thinking: "high", maxTokens: 1000 }, "claude-sonnet-4-5")["max_tokens"]).toBe(28_096);
    expect(body({ thinking: "high", messages: turn("other") }, "claude-sonnet-4-5")).not.toHaveProperty(
      "thinking",
    );
    expect(
      body({ thinking: "high", messages: turn("claude-sonnet-4-5") }, "claude-sonnet-4-5"),
    ).toHaveProperty("thinking");
  });

  it("takes further fields, and takes out those that are null", () => {
    expect(body({}, "m", { service_tier: "auto", system: null })).toMatchObject({ service_tier: "auto" });
    expect(body({}, "m", { system: null })).not.toHaveProperty("system");
  });
});

it("sends key and version, and nothing about this machine", async () => {
  const { requests } = await play([{ stream: messageEvents([{ text: ["Hi"] }]) }], {
    provider: { headers: { "anthropic-beta": "x" } },
  });
  const { host: _h, "content-length": _c, connection: _n, ...headers } = requests[0]?.headers ?? {};
  expect(requests[0]?.path).toBe("/v1/messages");
  expect(headers).toEqual({
    accept: "text/event-stream, application/json",
    "content-type": "application/json",
    "x-api-key": "sk-ant",
    "anthropic-version": "2023-06-01",
    "anthropic-beta": "x",
    "user-agent": "mm",
  });
});

it("plays a whole turn with thinking and a call against a strict server", async () => {
  const server = await startModelServer(
    [
      {
        stream: messageEvents([
          { thinking: ["hm"], signature: "s1" },
          { text: ["Look."] },
          { tool: "say", json: ['{"text":"hi"}'] },
        ]),
      },
      { stream: messageEvents([{ text: ["It says hi."] }]) },
    ],
    { strict: true },
  );
  const provider = createAnthropic({ model: "claude-opus-5-5", baseUrl: server.url, apiKey: "k", net: {} });
  const { session } = openTestSession(provider, { request: { thinking: "low" } });
  expect(await session.prompt("go")).toMatchObject({ reason: "done", text: "It says hi." });
  const { messages } = server.requests[1]!.body as { messages: { content: { type: string }[] }[] };
  expect(messages.map((message) => message.content.map((block) => block.type))).toEqual([
    ["text"],
    ["thinking", "text", "tool_use"],
    ["tool_result"],
  ]);
  await server.close();
});

it("lists models with their windows", async () => {
  const server = await startModelServer([], {
    models: {
      data: [
        { type: "model", id: "claude-x", max_input_tokens: 200_000 },
        { type: "model", id: "claude-y" },
      ],
    },
  });
  const provider = createAnthropic({ model: "m", baseUrl: server.url, apiKey: "k", net: {} });
  expect(await provider.models?.(new AbortController().signal)).toEqual([
    { id: "claude-x", contextWindow: 200_000 },
    { id: "claude-y" },
  ]);
  await server.close();
});

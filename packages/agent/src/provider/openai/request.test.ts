import type { ServerReply } from "@mm-agent/testkit";
import { chatFault } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import type { AssistantBlock, Message, ModelRequest } from "../types.js";
import { chunk, play, request } from "./fixtures/run.js";
import { requestBody } from "./request-body.js";

const user = (text: string): Message => ({ role: "user", blocks: [{ type: "text", text }] });
const assistant = (...blocks: AssistantBlock[]): Message => ({ role: "assistant", blocks });
const call = (id: string, args = "{}"): AssistantBlock => ({
  type: "call",
  id,
  name: "bash",
  arguments: args,
});
const result = (callId: string, text = "ok"): Message => ({
  role: "tool",
  callId,
  name: "bash",
  text,
  ok: true,
});
const local = "http://127.0.0.1:1/v1";
const body = (more: Partial<ModelRequest>, baseUrl = local, model = "m") =>
  requestBody({ ...request, ...more }, baseUrl, model);
const wire = (messages: Message[], model = "m") =>
  body({ messages }, local, model)["messages"] as Record<string, unknown>[];

describe("messages", () => {
  it("maps every kind of message", () => {
    const messages: Message[] = [
      {
        role: "user",
        blocks: [
          { type: "text", text: "Look" },
          { type: "image", mimeType: "image/png", data: "AAAA" },
        ],
      },
      assistant(
        { type: "thought", text: "Hm" },
        { type: "text", text: "I " },
        { type: "text", text: "see" },
        call("a", '{"command":"ls"}'),
      ),
      result("a", "file"),
      user("Thanks"),
    ];
    expect(body({ system: "Be brief.", messages })["messages"]).toEqual([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "Look" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
        ],
      },
      {
        role: "assistant",
        content: "I see",
        tool_calls: [
          { id: "a", type: "function", function: { name: "bash", arguments: '{"command":"ls"}' } },
        ],
      },
      { role: "tool", tool_call_id: "a", content: "file" },
      { role: "user", content: "Thanks" },
    ]);
  });

  it("leaves out an assistant message with neither text nor calls", () => {
    expect(
      wire([user("a"), assistant({ type: "thought", text: "Hm" }), user("b")]).map((one) => one["role"]),
    ).toEqual(["user", "user"]);
  });

  it.each(['{"command": ls', "", "[1]", '"text"', "null", '{"a":1'])(
    "replaces the arguments %s by an empty object",
    (args) => {
      expect(JSON.stringify(wire([user("a"), assistant(call("a", args)), result("a")]))).toContain(
        '"arguments":"{}"',
      );
    },
  );

  it("gives ids that every server takes, the same ones each time, and pairs calls with their results", () => {
    const long = "call_".padEnd(83, "x");
    const messages = [
      user("a"),
      assistant(call("bash:0"), call(long), call(long.slice(0, 82).concat("y")), call("fine-1")),
      result("bash:0", "1"),
      result(long, "2"),
      result(long.slice(0, 82).concat("y"), "3"),
      result("fine-1", "4"),
      assistant(call("bash:0"), call("fine-1")),
      result("bash:0", "5"),
      result("fine-1", "6"),
    ];
    const mapped = wire(messages);
    expect(chatFault({ messages: mapped })).toBeUndefined();
    expect(wire(messages)).toEqual(mapped);
    // Adding to the history changes nothing before it: prompt caches hold.
    expect(wire([...messages, user("b")]).slice(0, mapped.length)).toEqual(mapped);
    expect(JSON.stringify(mapped)).toContain('"id":"fine-1"');
    const short = wire(messages, "mistral-small").flatMap(
      (one) => (one["tool_calls"] as { id: string }[] | undefined) ?? [],
    );
    expect(short.every((one) => /^[A-Za-z0-9]{9}$/.test(one.id))).toBe(true);
    expect(chatFault({ messages: wire(messages, "mistral-small") })).toBeUndefined();
  });

  it("sends thoughts back within the turn, to the model that had them", () => {
    const raw = {
      provider: "openai",
      model: "m",
      data: { reasoningField: "reasoning_content", reasoningDetails: [{ type: "x" }] },
    };
    const thinking: Message = {
      role: "assistant",
      blocks: [{ type: "thought", text: "Hm" }, call("a")],
      raw,
    };
    const fields = { reasoning_content: "Hm", reasoning_details: [{ type: "x" }] };
    expect(wire([user("a"), thinking, result("a")])[1]).toMatchObject(fields);
    expect(wire([user("a"), thinking, result("a")], "other")[1]).not.toHaveProperty("reasoning_content");
    expect(wire([user("a"), thinking, result("a"), user("b")])[1]).not.toHaveProperty("reasoning_content");
    expect(
      wire([user("a"), { ...thinking, raw: { ...raw, provider: "anthropic" } }, result("a")])[1],
    ).not.toHaveProperty("reasoning_details");
  });
});

describe("requestBody", () => {
  it("streams, asks for usage and declares tools", () => {
    const tools = [{ name: "bash", description: "Runs", input: { type: "object" } }] as ModelRequest["tools"];
    expect(body({ tools, maxTokens: 5, temperature: 0.5 })).toEqual({
      model: "m",
      messages: [{ role: "user", content: "Hi" }],
      tools: [
        { type: "function", function: { name: "bash", description: "Runs", parameters: { type: "object" } } },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 5,
      temperature: 0.5,
    });
  });

  it.each([
    [
      "https://api.openai.com/v1",
      "gpt-5",
      { max_completion_tokens: 5, reasoning_effort: "high", prompt_cache_key: "s1" },
    ],
    [
      "https://api.openai.com/v1",
      "gpt-4.1",
      { max_completion_tokens: 5, temperature: 1, prompt_cache_key: "s1" },
    ],
    [
      "https://openrouter.ai/api/v1",
      "x/gpt-5",
      { max_tokens: 5, temperature: 1, reasoning: { effort: "high" } },
    ],
    [local, "qwen", { max_tokens: 5, temperature: 1, reasoning_effort: "high" }],
    ["https://llm.example/v1", "gpt-5", { max_tokens: 5, temperature: 1, reasoning_effort: "high" }],
  ])("speaks as %s wants for %s", (baseUrl, model, expected) => {
    const {
      model: _m,
      messages: _,
      stream: _s,
      stream_options: _o,
      ...rest
    } = body({ maxTokens: 5, temperature: 1, thinking: "high" }, baseUrl, model);
    expect(rest).toEqual(expected);
  });

  it.each([
    ["https://api.openai.com/v1", "o3", { reasoning_effort: "low" }],
    ["https://api.openai.com/v1", "gpt-5-mini", { reasoning_effort: "minimal" }],
    ["https://api.openai.com/v1", "gpt-5.2", { reasoning_effort: "none" }],
    ["https://openrouter.ai/api/v1", "x", { reasoning: { enabled: false } }],
    [local, "x", { reasoning_effort: "none", chat_template_kwargs: { enable_thinking: false } }],
    ["https://llm.example/v1", "x", {}],
  ])("turns thinking off at %s for %s", (baseUrl, model, expected) => {
    const {
      model: _m,
      messages: _,
      stream: _s,
      stream_options: _o,
      prompt_cache_key: _k,
      ...rest
    } = body({ thinking: "off" }, baseUrl, model);
    expect(rest).toEqual(expected);
  });

  it("lets extraBody add, change and take out fields", () => {
    const made = requestBody(request, local, "m", { top_k: 5, stream_options: null, model: "other" });
    expect(made).toMatchObject({ top_k: 5, model: "other" });
    expect(made).not.toHaveProperty("stream_options");
  });
});

describe("on the wire", () => {
  const reply: ServerReply = { stream: [chunk({ content: "Hi" }), chunk({}, "stop"), "[DONE]"] };

  it("sends what the strict server takes, with key and headers", async () => {
    const messages = [user("a"), assistant(call("bash:0", "nonsense")), result("bash:0")];
    const { events, requests } = await play([reply], {
      server: { strict: true },
      request: { messages },
      provider: { apiKey: "k1", headers: { "X-Title": "t", "user-agent": "u" } },
    });
    expect(events.at(-1)).toEqual({ type: "done", reason: "stop" });
    expect(requests[0]?.path).toBe("/v1/chat/completions");
    expect(requests[0]?.headers).toMatchObject({
      authorization: "Bearer k1",
      "x-title": "t",
      "user-agent": "u",
      "content-type": "application/json",
    });
  });

  it("sends nothing from the environment to the server", async () => {
    const names = [
      "OPENAI_ORG_ID",
      "OPENAI_PROJECT_ID",
      "OPENAI_ADMIN_KEY",
      "OPENAI_BASE_URL",
      "OPENAI_API_KEY",
    ];
    for (const name of names) process.env[name] = "leak-me";
    process.env["OPENAI_CUSTOM_HEADERS"] = "X-Leak: leak-me\nAuthorization: leak-me\nUser-Agent: leak-me";
    try {
      const { requests } = await play([reply]);
      expect(JSON.stringify(requests[0]?.headers)).not.toContain("leak-me");
      expect(Object.keys(requests[0]?.headers ?? {}).toSorted()).toEqual([
        "accept",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "host",
        "user-agent",
      ]);
    } finally {
      for (const name of [...names, "OPENAI_CUSTOM_HEADERS"]) delete process.env[name];
    }
  });
});

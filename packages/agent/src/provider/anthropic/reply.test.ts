import { messageEvents, streamBytes, type MessageBlock } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import type { NetBody } from "../../net/body.js";
import { collect, summarize } from "../openai/fixtures/run.js";
import type { ModelEvent } from "../types.js";
import { play } from "./fixtures/play.js";
import { createReplyState, finished, readReply } from "./reply.js";

const BLOCKS: MessageBlock[] = [
  { thinking: ["I need ", "the file — 日本."], signature: "c2ln" },
  { redacted: "ZGF0YQ==" },
  { text: ["Let me", " see: ü"] },
  { tool: "bash", json: ['{"comm', 'and": "ls ', '-la"}'] },
  { tool: "status", json: [] },
];
const USAGE = {
  input_tokens: 12,
  cache_creation_input_tokens: 30,
  cache_read_input_tokens: 400,
  output_tokens: 1,
};

async function* read(chunks: Iterable<Uint8Array>): AsyncGenerator<ModelEvent> {
  const body = (async function* () {
    yield* chunks;
  })() as unknown as NetBody;
  const state = createReplyState();
  if (yield* readReply(body, state)) yield* finished(state);
}

const whole = {
  thought: "I need the file — 日本.",
  text: "Let me see: ü",
  calls: [
    ["bash", '{"command": "ls -la"}'],
    ["status", {}],
  ],
  end: "calls",
};

describe("a reply of the Messages API", () => {
  it("streams thoughts, text and calls and keeps what the next request needs", async () => {
    const { events } = await play([{ stream: messageEvents(BLOCKS, { usage: USAGE, outputTokens: 77 }) }]);
    expect(summarize(events)).toEqual(whole);
    expect(
      events.filter((event) => event.type === "call.start").map((event) => [event.index, event.name]),
    ).toEqual([
      [0, "bash"],
      [1, "status"],
    ]);
    expect(events.filter((event) => event.type === "usage")).toEqual([
      { type: "usage", usage: { input: 12, output: 77, cacheRead: 400, cacheWrite: 30 } },
    ]);
    expect(events.at(-1)).toEqual({
      type: "done",
      reason: "calls",
      raw: {
        blocks: [
          { type: "thinking", thinking: "I need the file — 日本.", signature: "c2ln" },
          { type: "redacted_thinking", data: "ZGF0YQ==" },
          { type: "text", length: 13 },
          { type: "call" },
          { type: "call" },
        ],
      },
    });
  });

  it("is the same wherever the bytes are cut", async () => {
    const bytes = streamBytes(messageEvents(BLOCKS));
    for (let at = 1; at < bytes.length; at++)
      expect(summarize(await collect(read([bytes.subarray(0, at), bytes.subarray(at)])))).toEqual(whole);
    const single = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(summarize(await collect(read(single)))).toEqual(whole);
    const { events } = await play([{ stream: messageEvents(BLOCKS), cut: "every" }]);
    expect(summarize(events)).toEqual(whole);
  });

  it("never takes a reply that ends early for a whole one", async () => {
    const bytes = streamBytes(messageEvents(BLOCKS));
    const stop = bytes.indexOf('"stop_reason"');
    for (let at = 0; at < stop; at += 3) {
      const events = await collect(read([bytes.subarray(0, at)]));
      const ends = events.filter((event) => event.type === "error" || event.type === "done");
      const cut = events.some((event) => event.type === "call.start") && ends[0]?.type === "done";
      expect(ends).toMatchObject([
        cut ? { type: "done", reason: "length" } : { type: "error", class: "network" },
      ]);
    }
  });

  it.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "refusal"],
    ["something new", "stop"],
  ])("maps the stop reason %s", async (stop, reason) => {
    const { events } = await play([{ stream: messageEvents([{ text: ["Hi"] }], { stop }) }]);
    expect(events.at(-1)).toEqual({ type: "done", reason });
  });

  it("goes on when the server paused the reply", async () => {
    const search: MessageBlock = {
      raw: { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
    };
    const first = messageEvents([{ text: ["One "] }, search], { stop: "pause_turn", outputTokens: 3 });
    const { events, requests } = await play(
      [{ stream: first }, { stream: messageEvents([{ text: ["two."] }]) }],
      { times: 1 },
    );
    expect(summarize(events)).toEqual({ text: "One two.", end: "stop" });
    expect(requests).toHaveLength(2);
    const sent = (requests[1]!.body as { messages: { role: string; content: unknown[] }[] }).messages.at(-1);
    expect(sent).toMatchObject({
      role: "assistant",
      content: [
        { type: "text", text: "One " },
        { type: "server_tool_use", id: "srvtoolu_1" },
      ],
    });
    expect(events.filter((event) => event.type === "usage")).toEqual([
      { type: "usage", usage: { input: 20, output: 8 } },
    ]);
  });
});

describe("what goes wrong", () => {
  const error = (type: string, message: string) => ({ type: "error", error: { type, message } });
  it.each([
    [529, error("overloaded_error", "Overloaded"), {}, { class: "overloaded", message: "529 Overloaded" }],
    [
      429,
      error("rate_limit_error", "Slow down"),
      { "retry-after": "7" },
      { class: "rate_limit", retryAfterMs: 7000 },
    ],
    [401, error("authentication_error", "invalid x-api-key"), {}, { class: "auth" }],
    [
      400,
      error("invalid_request_error", "Your credit balance is too low to access the API"),
      {},
      { class: "auth" },
    ],
    [
      400,
      error("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
      {},
      { class: "overflow" },
    ],
    [413, error("request_too_large", "Request exceeds the maximum size"), {}, { class: "overflow" }],
    [404, error("not_found_error", "model: nope"), {}, { class: "bad_request", message: "404 model: nope" }],
    [500, error("api_error", "Internal server error"), {}, { class: "overloaded" }],
  ])("is classified: %s", async (status, body, headers, expected) => {
    const { events } = await play([{ status, body, headers }]);
    expect(events).toMatchObject([{ type: "error", ...expected }]);
  });

  it("is told as a cut when the stream ends behind a call without an end of the message", async () => {
    const all = messageEvents([{ tool: "bash", json: ['{"command":"ls"}'] }]);
    const { events, requests } = await play([{ stream: all.slice(0, -2) }]);
    expect(events.at(-1)).toEqual({ type: "done", reason: "length" });
    expect(requests).toHaveLength(1);
    const text = await play([{ stream: messageEvents([{ text: ["Hi"] }]).slice(0, -2) }]);
    expect(text.events.at(-1)).toMatchObject({
      class: "network",
      message: "the stream ended before the reply was whole",
    });
  });

  it("may stand in the stream", async () => {
    const start = messageEvents([{ text: ["Hel"] }]).slice(0, 4);
    const fault = {
      raw: `event: error\ndata: ${JSON.stringify(error("overloaded_error", "Overloaded"))}\n\n`,
    };
    const { events } = await play([{ stream: [...start, fault] }]);
    expect(events.at(-1)).toEqual({ type: "error", class: "overloaded", message: "Overloaded" });
  });
});

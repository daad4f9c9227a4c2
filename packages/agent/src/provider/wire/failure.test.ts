import { describe, expect, it } from "vitest";
import { Headers } from "../../net/headers.js";
import { httpFailure, retryAfter } from "./failure.js";
import { play as playAnthropic } from "../anthropic/fixtures/play.js";
import { play } from "../openai/fixtures/run.js";
import { isOverflow } from "./overflow.js";

const fail = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const {
    class: kind,
    message,
    retryAfterMs,
  } = httpFailure(
    status,
    new Headers(headers),
    typeof body === "string" ? body : JSON.stringify(body),
    "http://h/v1",
  );
  return [kind, message, ...(retryAfterMs === undefined ? [] : [retryAfterMs])];
};
const error = (message: string, more: object = {}) => ({ error: { message, ...more } });

describe("httpFailure", () => {
  it.each([
    [401, error("Incorrect API key provided"), "auth", "401 Incorrect API key provided"],
    [403, error("no access"), "auth", "403 no access"],
    [402, error("Insufficient credits"), "auth", "402 Insufficient credits"],
    [
      429,
      error("You exceeded your current quota", { code: "insufficient_quota" }),
      "auth",
      "429 You exceeded your current quota",
    ],
    [429, error("slow down"), "rate_limit", "429 slow down"],
    [503, error("Loading model", { type: "unavailable_error" }), "overloaded", "503 Loading model"],
    [529, error("Overloaded"), "overloaded", "529 Overloaded"],
    [500, error("boom"), "overloaded", "500 boom"],
    [408, error("too slow"), "network", "408 too slow"],
    [400, error("bad field"), "bad_request", "400 bad field"],
    [
      404,
      error('model "x" not found, try pulling it first'),
      "bad_request",
      '404 model "x" not found, try pulling it first',
    ],
    [404, "", "bad_request", "404 without a message (nothing at http://h/v1: is baseUrl right (…/v1)?)"],
    [
      404,
      "404 page not found",
      "bad_request",
      "404 404 page not found (nothing at http://h/v1: is baseUrl right (…/v1)?)",
    ],
    [
      404,
      { detail: "Not Found" },
      "bad_request",
      "404 Not Found (nothing at http://h/v1: is baseUrl right (…/v1)?)",
    ],
    [413, "", "overflow", "413 without a message"],
    [400, { message: "flat text" }, "bad_request", "400 flat text"],
    [422, { detail: "field required" }, "bad_request", "422 field required"],
    [400, { error: "just text" }, "bad_request", "400 just text"],
    [500, [error("in a list")], "overloaded", "500 in a list"],
    [502, "<html><style>a{}</style><h1>502 Bad Gateway</h1></html>", "overloaded", "502 502 Bad Gateway"],
    [
      400,
      error("Provider returned error", { metadata: { raw: "the prompt is too long: 9 tokens > 8 maximum" } }),
      "overflow",
      "400 Provider returned error: the prompt is too long: 9 tokens > 8 maximum",
    ],
  ])("%s %j", (status, body, kind, message) => {
    expect(fail(status, body)).toEqual([kind, message]);
  });

  it("says where a redirect leads", () => {
    expect(fail(301, "", { location: "https://x/" })).toEqual([
      "bad_request",
      "the server redirects to https://x/ (301): set baseUrl to where it really is",
    ]);
  });

  it("passes on how long to wait", () => {
    expect(fail(429, error("wait"), { "retry-after": "2" })).toEqual(["rate_limit", "429 wait", 2000]);
    const now = Date.parse("2026-01-01T00:00:00Z");
    const wait = (headers: Record<string, string>) => retryAfter(new Headers(headers), now);
    expect(wait({ "retry-after-ms": "150", "retry-after": "9" })).toBe(150);
    expect(wait({ "retry-after": "Thu, 01 Jan 2026 00:00:03 GMT" })).toBe(3000);
    expect(wait({ "retry-after": "Thu, 01 Jan 2020 00:00:00 GMT" })).toBe(0);
    expect(wait({ "retry-after": "soon" })).toBeUndefined();
    expect(wait({})).toBeUndefined();
  });
});

describe("isOverflow", () => {
  it.each([
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "the request exceeds the available context size (4096 tokens), try increasing it",
    "exceed_context_size_error",
    "input length exceeds the context length",
    "prompt is too long: 210000 tokens > 200000 maximum",
    "The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length",
    "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
    "The prompt (total length 9000) is too long to fit into the model (context length 8192). Make sure that `max_model_len` is no smaller",
    "This endpoint's maximum context length is 128000 tokens. However, you requested about 130000 tokens",
    "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
    "Please reduce the length of the messages or completion.",
    "Requested tokens (5000) exceed context window of 4096",
  ])("knows %s", (text) => expect(isOverflow(text)).toBe(true));

  it.each([
    "Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Requested 40000. Please reduce the length of the messages",
    "Too many requests: maximum context length per minute reached",
    "You exceeded your current quota",
    "max_tokens is too large: 99999. This model supports at most 16384 completion tokens",
    "Invalid value for context_id",
    "Too many tokens per day, please wait",
  ])("is not misled by %s", (text) => expect(isOverflow(text)).toBe(false));
});

describe("failures on the wire", () => {
  const only = async (...args: Parameters<typeof play>) => (await play(...args)).events;

  it("reads status and body once and without a retry", async () => {
    const { events, requests } = await play([
      { status: 429, headers: { "retry-after": "1" }, body: error("slow down") },
    ]);
    expect(events).toEqual([
      { type: "error", class: "rate_limit", message: "429 slow down", retryAfterMs: 1000 },
    ]);
    expect(requests).toHaveLength(1);
  });

  it("reads an error, or a whole reply, that comes as JSON with status 200", async () => {
    expect(await only([{ body: error("model not loaded", { code: 404 }) }])).toEqual([
      { type: "error", class: "bad_request", message: "model not loaded" },
    ]);
    expect(await only([{ body: JSON.stringify(error("Loading model")) }])).toEqual([
      { type: "error", class: "overloaded", message: "Loading model" },
    ]);
    const completion = {
      choices: [{ message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    };
    expect(await only([{ body: completion }])).toEqual([
      { type: "text", text: "Hi" },
      { type: "usage", usage: { input: 1, output: 2 } },
      { type: "done", reason: "stop" },
    ]);
    expect(await only([{ body: JSON.stringify(completion, null, 2) }])).toHaveLength(3);
    expect(await only([{ body: "<html>Welcome</html>" }])).toEqual([
      { type: "error", class: "network", message: "the server ended the stream without a reply" },
    ]);
  });

  it("gives a context-length error its class", async () => {
    expect((await only([{}], { server: { limit: 10 } }))[0]).toMatchObject({ class: "overflow" });
  });

  it("turns everything that is thrown into an event", async () => {
    expect(await only([{ dropAfter: -1 }])).toEqual([
      {
        type: "error",
        class: "network",
        message: expect.stringMatching(/^127.0.0.1:\d+ closed the connection before replying$/),
      },
    ]);
    expect(await only([{}], { signal: AbortSignal.abort() })).toEqual([
      { type: "error", class: "aborted", message: "the request was aborted" },
    ]);
    expect(await only([{}], { provider: { headers: { "bad name": "x" } } })).toEqual([
      { type: "error", class: "bad_request", message: expect.stringContaining("bad name") },
    ]);
  });
});

it("is told from the beginning of a body that is too long", async () => {
  const body = { error: { message: "why" }, rest: "x".repeat(1024 * 1024) };
  for (const run of [play, playAnthropic]) {
    const { events } = await run([{ status: 400, body }]);
    const [event] = events;
    expect(event?.type === "error" ? event.message.slice(0, 40) : "").toBe(
      '400 {"error":{"message":"why"},"rest":"x',
    );
  }
});

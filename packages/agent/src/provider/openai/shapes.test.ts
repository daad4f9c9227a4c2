import type { StreamPiece } from "@mm-agent/testkit";
import { mergeEvents } from "../wire/merge-events.js";
import { describe, expect, it } from "vitest";
import { calls, chunk, part, play, summarize, type Summary } from "./fixtures/run.js";

const none = undefined;
const end = chunk({}, "tool_calls");
const ls = '{"command":"ls"}';
const bash: Summary = { calls: [["bash", ls]], end: "calls" };
const two = (a: string, b: string): Summary => ({
  calls: [
    ["read", a],
    ["read", b],
  ],
  end: "calls",
});

/** Shapes of calls as servers send them; each begins with a role-only chunk and ends with finish reason and end mark. */
const callShapes: [string, string[], Summary][] = [
  [
    "pieces of one call",
    [
      calls(part(0, "a", "bash", "")),
      calls(part(0, none, none, '{"command"')),
      calls(part(0, none, none, ':"ls"}')),
    ],
    bash,
  ],
  ["two entries of one index in a chunk", [calls(part(0, "a", "bash", ""), part(0, none, none, ls))], bash],
  ["no id", [calls(part(0, none, "bash", ls))], bash],
  ["id null", [calls(part(0, null, "bash", '{"command"')), calls(part(0, null, null, ':"ls"}'))], bash],
  [
    "id empty in the pieces that follow",
    [calls(part(0, "a", "bash", '{"command"')), calls(part(0, "", "", ':"ls"}'))],
    bash,
  ],
  [
    "id in every piece",
    [calls(part(0, "a", "bash", '{"command"')), calls(part(0, "a", none, ':"ls"}'))],
    bash,
  ],
  [
    "another id in every piece",
    [calls(part(0, "a", "bash", '{"command"')), calls(part(0, "b", none, ':"ls"}'))],
    bash,
  ],
  [
    "id after the first piece",
    [calls(part(0, none, "bash", '{"command"')), calls(part(0, "a", none, ':"ls"}'))],
    bash,
  ],
  ["first index 1", [calls(part(1, "a", "bash", "")), calls(part(1, none, none, ls))], bash],
  [
    "index as text",
    [calls(part("0", "a", "bash", '{"command"')), calls(part("0", none, none, ':"ls"}'))],
    bash,
  ],
  [
    "no index, ids",
    [calls(part(none, "a", "read", "{}")), calls(part(none, "b", "read", '{"x":1}'))],
    two("{}", '{"x":1}'),
  ],
  [
    "no index, no id",
    [
      calls(part(none, none, "read", '{"x":')),
      calls(part(none, none, none, "1}")),
      calls(part(none, none, "read", "{}")),
    ],
    two('{"x":1}', "{}"),
  ],
  [
    "index always 0, ids",
    [calls(part(0, "a", "read", "{}")), calls(part(0, "b", "read", '{"x":1}'))],
    two("{}", '{"x":1}'),
  ],
  [
    "index always 0, no ids",
    [calls(part(0, none, "read", '{"x":1}')), calls(part(0, none, "read", '{"x":2}'))],
    two('{"x":1}', '{"x":2}'),
  ],
  [
    "one id for two calls",
    [calls(part(0, "a", "read", '{"x":1}')), calls(part(1, "a", "read", '{"x":2}'))],
    two('{"x":1}', '{"x":2}'),
  ],
  [
    "one id and index for two whole calls",
    [calls(part(0, "a", "read", '{"x":1}')), calls(part(0, "a", "read", '{"x":2}'))],
    two('{"x":1}', '{"x":2}'),
  ],
  [
    "two calls in turns",
    [
      calls(part(0, "a", "read", '{"x"')),
      calls(part(1, "b", "read", '{"y"')),
      calls(part(0, none, none, ":1}")),
      calls(part(1, none, none, ":2}")),
    ],
    two('{"x":1}', '{"y":2}'),
  ],
  [
    "arguments as an object",
    [calls(part(0, "a", "bash", { command: "ls" }))],
    { calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  ["an empty object first", [calls(part(0, "a", "bash", {})), calls(part(0, none, none, ls))], bash],
  ["the text {} first", [calls(part(0, "a", "bash", "{}")), calls(part(0, none, none, ls))], bash],
  ["only an empty object", [calls(part(0, "a", "status", {}))], { calls: [["status", {}]], end: "calls" }],
  ["no arguments at all", [calls(part(0, "a", "status", none))], { calls: [["status", ""]], end: "calls" }],
  ["arguments null first", [calls(part(0, "a", "bash", null)), calls(part(0, none, none, ls))], bash],
  [
    "all that came so far, again and again",
    [
      calls(part(0, "a", "bash", '{"com')),
      calls(part(0, "a", "bash", '{"command"')),
      calls(part(0, "a", "bash", ls)),
    ],
    bash,
  ],
  [
    "the whole text once more",
    [
      calls(part(0, "a", "bash", '{"command"')),
      calls(part(0, none, none, ':"ls"}')),
      calls(part(0, none, none, ls)),
    ],
    bash,
  ],
  [
    "an object and its text once more",
    [calls(part(0, "a", "bash", { command: "ls" })), calls(part(0, none, none, ls))],
    { calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "pieces that occur before",
    [
      calls(part(0, "a", "read", '{"end":')),
      calls(part(0, none, none, "1")),
      calls(part(0, none, none, "0")),
      calls(part(0, none, none, "0")),
      calls(part(0, none, none, "}")),
    ],
    { calls: [["read", '{"end":100}']], end: "calls" },
  ],
  [
    "the name in pieces",
    [calls(part(0, "a", "read_", "")), calls(part(0, none, "file", "")), calls(part(0, none, none, "{}"))],
    { calls: [["read_file", "{}"]], end: "calls" },
  ],
  [
    "the name in every piece",
    [calls(part(0, "a", "bash", '{"command"')), calls(part(0, none, "bash", ':"ls"}'))],
    bash,
  ],
  [
    "the name after the arguments",
    [calls(part(0, "a", none, '{"command":')), calls(part(0, none, "bash", '"ls"}'))],
    bash,
  ],
  [
    "name and arguments without `function`",
    [chunk({ tool_calls: [{ id: "a", name: "bash", arguments: ls }] })],
    bash,
  ],
  ["a single object instead of a list", [chunk({ tool_calls: part(0, "a", "bash", ls) })], bash],
  [
    "the older `function_call`",
    [
      chunk({ function_call: { name: "bash", arguments: '{"command"' } }),
      chunk({ function_call: { arguments: ':"ls"}' } }),
    ],
    bash,
  ],
  ["an empty entry beside it", [calls(part(0, "a", "bash", ls), part(1, none, none, none))], bash],
  [
    "broken arguments",
    [calls(part(0, "a", "bash", '{"command": ls}'))],
    { calls: [["bash", '{"command": ls}']], end: "calls" },
  ],
];

describe("shapes of calls", () => {
  it.each(callShapes)("%s", async (_name, pieces, expected) => {
    const { events } = await play([
      { stream: [chunk({ role: "assistant", content: "" }), ...pieces, end, "[DONE]"] },
    ]);
    expect(summarize(events)).toEqual(expected);
  });

  it("announces each call once and streams its text as it comes", async () => {
    const stream = [
      calls(part(0, "a", "bash", '{"co')),
      calls(part(0, "a", "bash", '{"command"')),
      calls(part(1, "b", none, '{"x":')),
      calls(part(1, none, "read", "1}")),
      end,
      "[DONE]",
    ];
    const { events } = await play([{ stream }]);
    // Pieces that arrive in one packet are joined.
    expect(mergeEvents(events)).toEqual([
      { type: "call.start", index: 0, name: "bash" },
      { type: "call.delta", index: 0, text: '{"command"' },
      { type: "call.start", index: 1, name: "read" },
      { type: "call.delta", index: 1, text: '{"x":1}' },
      { type: "call.end", index: 0, name: "bash", arguments: '{"command"' },
      { type: "call.end", index: 1, name: "read", arguments: '{"x":1}' },
      { type: "done", reason: "calls" },
    ]);
  });
});

const hi = chunk({ content: "Hi" });
const stop = chunk({}, "stop");
const Hi: Summary = { text: "Hi", end: "stop" };
const whole = { role: "assistant", content: null, tool_calls: [part(0, "a", "bash", ls)] };
const cutShort = "network: the stream ended before the reply was whole";

const streams: [string, StreamPiece[], Summary][] = [
  ["plain text", [chunk({ role: "assistant", content: "" }), hi, stop, "[DONE]"], Hi],
  ["everything in one chunk", [chunk(whole, "tool_calls"), "[DONE]"], bash],
  [
    "`message` instead of `delta`",
    [JSON.stringify({ choices: [{ message: whole, finish_reason: "stop" }] }), "[DONE]"],
    bash,
  ],
  ["choices empty, null and absent", ['{"choices":[]}', hi, '{"choices":null}', "{}", stop, "[DONE]"], Hi],
  ["delta null", [hi, chunk(null, "stop"), "[DONE]"], Hi],
  ["no delta", [hi, '{"choices":[{"index":0,"finish_reason":"stop"}]}', "[DONE]"], Hi],
  [
    "text and call in one delta",
    [
      chunk({ content: "Looking. ", tool_calls: [part(0, "a", "bash", '{"comm')] }),
      chunk({ content: "Now.", tool_calls: [part(0, none, none, 'and":"ls"}')] }),
      end,
      "[DONE]",
    ],
    { ...bash, text: "Looking. Now." },
  ],
  [
    "a second choice",
    [
      JSON.stringify({
        choices: [
          { index: 1, delta: { content: "No" } },
          { index: 0, delta: { content: "Hi" } },
        ],
      }),
      stop,
      "[DONE]",
    ],
    Hi,
  ],
  [
    "content in parts",
    [
      chunk({
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "Hm" }] },
          { type: "text", text: "Hi" },
        ],
      }),
      stop,
      "[DONE]",
    ],
    { ...Hi, thought: "Hm" },
  ],
  ["finish reason stop with a call", [calls(part(0, "a", "bash", ls)), stop, "[DONE]"], bash],
  [
    "finish reason tool_calls without a call",
    [chunk({ role: "assistant", content: "" }), end, "[DONE]"],
    { end: "calls" },
  ],
  ["an unknown finish reason", [hi, chunk({}, "eos_token"), "[DONE]"], Hi],
  [
    "length in the middle of a call",
    [calls(part(0, "a", "bash", ls)), calls(part(1, "b", "bash", '{"comm')), chunk({}, "length"), "[DONE]"],
    { calls: [["bash", ls]], end: "length" },
  ],
  ["content filter", [hi, chunk({}, "content_filter"), "[DONE]"], { text: "Hi", end: "refusal" }],
  ["a refusal", [chunk({ refusal: "I will not." }), stop, "[DONE]"], { text: "I will not.", end: "refusal" }],
  ["no end mark", [hi, stop], Hi],
  ["no finish reason", [calls(part(0, "a", "bash", ls)), "[DONE]"], bash],
  ["neither, without a call", [hi], { text: "Hi", end: cutShort }],
  ["neither", [hi, calls(part(0, "a", "bash", ls))], { text: "Hi", calls: [["bash", ls]], end: "length" }],
  [
    "only comments",
    [": keep-alive", ": keep-alive"],
    { end: "network: the server ended the stream without a reply" },
  ],
  ["only the end mark", ["[DONE]"], { end: "network: the server ended the stream without a reply" }],
  ["something after the end mark", [hi, stop, "[DONE]", chunk({ content: "more" })], Hi],
  [
    "an error object",
    [hi, '{"error":{"message":"Internal server error","code":500}}'],
    { text: "Hi", end: "overloaded: Internal server error" },
  ],
  [
    "an error after a whole call",
    [
      calls(part(0, "a", "bash", ls)),
      '{"error":{"type":"BadRequestError","message":"context length exceeded","code":400}}',
    ],
    { end: "overflow: context length exceeded" },
  ],
  [
    "an error first, code null",
    ['{"error":{"message":"rate limited","type":"rate_limit","code":null}}'],
    { end: "rate_limit: rate limited" },
  ],
  [
    "an error as text",
    ['{"error":"model requires more system memory"}'],
    { end: "overloaded: model requires more system memory" },
  ],
  [
    "an error event",
    [{ raw: 'event: error\ndata: {"message":"Model is overloaded"}\n\n' }],
    { end: "overloaded: Model is overloaded" },
  ],
  [
    "an error line of older llama.cpp",
    [hi, { raw: 'error: {"code":400,"message":"bad grammar","type":"invalid_request_error"}\n\n' }],
    { text: "Hi", end: "bad_request: bad grammar" },
  ],
  [
    "finish reason error",
    [hi, chunk({}, "error")],
    { text: "Hi", end: "overloaded: the model's server failed in the middle of the reply" },
  ],
  [
    "what is not JSON",
    [hi, "<html>"],
    { text: "Hi", end: "network: the server sent an event that is not JSON: <html>" },
  ],
  ["a comment wrapped as data", [{ raw: "data: : OPENROUTER PROCESSING\n\n" }, hi, stop, "[DONE]"], Hi],
  [
    "event names, no blank after the colon",
    [
      {
        raw: `event: message\ndata:${hi}\n\nevent: message\ndata:${stop}\n\nevent: message\ndata:[DONE]\n\n`,
      },
    ],
    Hi,
  ],
  [
    "CRLF and a byte order mark",
    [{ raw: `\uFEFFdata: ${hi}\r\n\r\ndata: ${stop}\r\n\r\ndata: [DONE]\r\n\r\n` }],
    Hi,
  ],
  [
    "JSON over several data lines",
    [{ raw: `data: {"choices":\ndata: [{"delta":{"content":"Hi"}}]}\n\n` }, stop, "[DONE]"],
    Hi,
  ],
  [
    "reasoning_content",
    [chunk({ reasoning_content: "I " }), chunk({ reasoning_content: "see." }), hi, stop, "[DONE]"],
    { ...Hi, thought: "I see." },
  ],
  [
    "reasoning",
    [chunk({ content: "", reasoning: "I see." }), hi, stop, "[DONE]"],
    { ...Hi, thought: "I see." },
  ],
  ["thinking", [chunk({ thinking: "I see." }), hi, stop, "[DONE]"], { ...Hi, thought: "I see." }],
  [
    "the same thought in two fields",
    [chunk({ reasoning: "I see.", reasoning_content: "I see." }), hi, stop, "[DONE]"],
    { ...Hi, thought: "I see." },
  ],
  [
    "thoughts only as details",
    [chunk({ reasoning_details: [{ type: "reasoning.text", text: "I see." }] }), hi, stop, "[DONE]"],
    { ...Hi, thought: "I see." },
  ],
];

describe("shapes of streams", () => {
  it.each(streams)("%s", async (_name, stream, expected) => {
    expect(summarize((await play([{ stream }])).events)).toEqual(expected);
  });

  it("tells that the connection lives", async () => {
    const { events } = await play([
      { stream: [hi, ": ping", '{"choices":[]}', stop, "[DONE]"], keepAlive: { everyMs: 5, times: 2 } },
    ]);
    const types = events.map((event) => event.type);
    expect(types.slice(0, 2)).toEqual(["alive", "alive"]);
    expect(types.filter((type) => type !== "alive")).toEqual(["text", "done"]);
  });
});

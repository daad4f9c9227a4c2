import http from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
  type ServerScript,
} from "./model-server.js";
import { chatFault } from "./strict.js";

let server: ModelServer;
afterEach(() => server.close());

async function start(script: ServerScript, options?: ModelServerOptions): Promise<void> {
  server = await startModelServer(script, options);
}

/** What a plain client sees: status and the pieces as they came, `reset` at the end of a dropped connection. */
function ask(
  body: unknown = {},
  path = "/v1/chat/completions",
): Promise<{ status: number; pieces: string[] }> {
  return new Promise((resolve) => {
    const pieces: string[] = [];
    let status = 0;
    const request = http.request(`${server.url}${path}`, { method: "POST", agent: false }, (response) => {
      status = response.statusCode ?? 0;
      response.on("data", (bytes: Buffer) => pieces.push(bytes.toString("latin1")));
      response.on("error", () => resolve({ status, pieces: [...pieces, "reset"] }));
      response.on("end", () => resolve({ status, pieces }));
    });
    request.on("error", () => resolve({ status, pieces: ["reset"] }));
    request.end(JSON.stringify(body));
  });
}

const user = { role: "user", content: "Hi" };
const call = (id: string, args = "{}") => ({
  id,
  type: "function",
  function: { name: "f", arguments: args },
});
const calls = (...list: unknown[]) => ({ role: "assistant", content: "", tool_calls: list });
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "" });

describe("startModelServer", () => {
  it("plays replies in order and keeps the requests", async () => {
    await start([
      { stream: ["a", ": c", { raw: "x" }] },
      { status: 429, headers: { "retry-after": "1" }, body: { error: "slow" } },
    ]);
    expect((await ask({ n: 1 })).pieces.join("")).toBe("data: a\n\n: c\n\nx");
    expect(await ask({ n: 2 })).toEqual({ status: 429, pieces: ['{"error":"slow"}'] });
    expect(await ask()).toEqual({
      status: 500,
      pieces: ['{"error":{"message":"no reply is scripted for request 3"}}'],
    });
    expect(server.requests.slice(0, 2).map((request) => request.body)).toEqual([{ n: 1 }, { n: 2 }]);
    expect((await ask({}, "/v1/models")).pieces.join("")).toBe(
      '{"object":"list","data":[{"id":"scripted","object":"model"}]}',
    );
    expect(server.requests).toHaveLength(3);
  });

  it("takes a function, and repeats the last reply when asked to", async () => {
    await start((request, at) => ({ body: `${at} ${request.text}` }));
    expect((await ask(1)).pieces).toEqual(["0 1"]);
    expect((await ask(2)).pieces).toEqual(["1 2"]);
    await server.close();
    await start([{ body: "same" }], { repeatLast: true });
    for (let i = 0; i < 3; i++) expect((await ask()).pieces).toEqual(["same"]);
  });

  it("cuts, delays, stalls, drops and keeps alive", async () => {
    await start([
      { stream: ["ab"], cut: "every" },
      { stream: ["ab"], cut: [3, 7] },
      { stream: ["ab", "cd"], dropAfter: 9 },
      { dropAfter: -1 },
      { stream: ["ab"], keepAlive: { everyMs: 1, times: 2 }, delayMs: 5 },
    ]);
    expect((await ask()).pieces).toEqual("data: ab\n\n".split(""));
    expect((await ask()).pieces).toEqual(["dat", "a: a", "b\n\n"]);
    const dropped = (await ask()).pieces;
    expect("data: ab\n").toContain(dropped.slice(0, -1).join(""));
    expect(dropped.at(-1)).toBe("reset");
    expect((await ask()).pieces).toEqual(["reset"]);
    expect((await ask()).pieces.join("")).toBe(": keep-alive\n\n: keep-alive\n\ndata: ab\n\n");
  });

  it("refuses long requests and bad histories when told to", async () => {
    await start([{ body: "fine" }], { strict: true, limit: 500 });
    const long = await ask({ messages: [{ role: "user", content: "x".repeat(600) }] });
    expect(long.status).toBe(400);
    expect(long.pieces.join("")).toContain("maximum context length is 500 tokens");
    const bad = await ask({ messages: [user, calls(call("a"))] });
    expect(bad.pieces.join("")).toContain("no result for the calls a");
    expect(server.requests).toHaveLength(2);
  });
});

describe("chatFault", () => {
  it.each([
    [undefined, [user, calls(call("a"), call("b")), result("b"), result("a"), user]],
    ["messages: missing or empty", []],
    ['messages[0]: unknown role "robot"', [{ role: "robot", content: "x" }]],
    ["messages[0]: empty content", [{ role: "user", content: "" }]],
    ["the last message: no result for the calls b", [user, calls(call("a"), call("b")), result("a")]],
    ["messages[2]: no result for the calls a", [user, calls(call("a")), user]],
    ['messages[3]: no open call "a"', [user, calls(call("a")), result("a"), result("a")]],
    ['messages[1]: no open call "x"', [user, result("x")]],
    [
      "messages[3]: the call id a was used before",
      [user, calls(call("a")), result("a"), calls(call("a")), result("a")],
    ],
    ['messages[1]: bad call id "a:b"', [user, calls(call("a:b")), result("a:b")]],
    ["messages[1]: arguments are not a JSON object", [user, calls(call("a", "{")), result("a")]],
    ["messages[1]: arguments are not a JSON object", [user, calls(call("a", "[]")), result("a")]],
    [
      "messages[1]: a call without type or name",
      [user, calls({ id: "a", function: { name: "f", arguments: "{}" } })],
    ],
  ])("%s", (expected, messages) => {
    expect(chatFault({ messages })).toBe(expected);
  });
});

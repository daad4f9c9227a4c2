import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scripted } from "../../testing/index.js";
import type { Message, ModelEvent, ModelRequest, Provider } from "../types.js";
import { createScripted } from "./provider.js";
import type { ScriptedTurn } from "./script.js";

const user = (text: string): Message => ({ role: "user", blocks: [{ type: "text", text }] });
const result = (name: string, text: string): Message => ({ role: "tool", callId: "c", name, text, ok: true });
const ask = (...messages: Message[]): ModelRequest => ({ system: "", messages, tools: [], sessionId: "s" });

async function run(
  provider: Provider,
  request = ask(user("Hi")),
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of provider.stream(request, signal)) events.push(event);
  return events;
}

/** The error text of one turn, or the text it said. */
async function said(turn: ScriptedTurn, ...messages: Message[]): Promise<string> {
  const events = await run(scripted({ turns: [turn] }), ask(...messages));
  return events
    .map((event) =>
      event.type === "text" ? event.text : event.type === "error" ? `${event.class}: ${event.message}` : "",
    )
    .join("");
}

describe("scripted", () => {
  it("plays thought, text and calls as a model would send them", async () => {
    const turn: ScriptedTurn = {
      thought: "Let me see.",
      text: "I look.\nNow.",
      tools: [
        { name: "bash", input: { command: "echo one two" } },
        { name: "status" },
        { name: "odd", arguments: "{cut" },
      ],
      usage: { input: 3, output: 4 },
    };
    const events = await run(scripted({ turns: [turn] }));
    expect(events.filter((event) => event.type === "text")).toEqual([
      { type: "text", text: "I " },
      { type: "text", text: "look.\n" },
      { type: "text", text: "Now." },
    ]);
    expect(events.filter((event) => event.type === "thought")).toHaveLength(3);
    expect(events.filter((event) => event.type.startsWith("call"))).toEqual([
      { type: "call.start", index: 0, name: "bash" },
      { type: "call.delta", index: 0, text: '{"command":"echo' },
      { type: "call.delta", index: 0, text: ' one two"}' },
      { type: "call.end", index: 0, name: "bash", arguments: '{"command":"echo one two"}' },
      { type: "call.start", index: 1, name: "status" },
      { type: "call.delta", index: 1, text: "{}" },
      { type: "call.end", index: 1, name: "status", arguments: "{}" },
      { type: "call.start", index: 2, name: "odd" },
      { type: "call.delta", index: 2, text: "{cut" },
      { type: "call.end", index: 2, name: "odd", arguments: "{cut" },
    ]);
    expect(events.slice(-2)).toEqual([
      { type: "usage", usage: { input: 3, output: 4 } },
      { type: "done", reason: "calls" },
    ]);
  });

  it("plays turns in order, some again, and says when there are no more", async () => {
    const model = scripted({
      turns: [
        { text: "a", repeat: 2 },
        { text: "skipped", repeat: 0 },
        { text: "b", stop: "length" },
      ],
    });
    const ends: unknown[] = [];
    for (let i = 0; i < 5; i++)
      ends.push(
        (await run(model))
          .map((event) =>
            "text" in event
              ? event.text
              : "message" in event
                ? event.message
                : "reason" in event
                  ? event.reason
                  : "",
          )
          .join(" "),
      );
    const over = "scripted model: the script has no more turns (it has 3)";
    expect(ends).toEqual(["a stop", "a stop", "b length", over, over]);
    const loop = scripted({ turns: [{ text: "a" }, { text: "b", loop: true }] });
    for (const text of ["a", "b", "b", "b"]) expect((await run(loop))[0]).toEqual({ type: "text", text });
  });

  it("fails as told, after what came before, without whole calls", async () => {
    const events = await run(
      scripted({
        turns: [
          {
            text: "Half",
            tools: [{ name: "bash" }],
            error: { class: "rate_limit", message: "wait", retryAfterMs: 5 },
          },
        ],
      }),
    );
    expect(events.map((event) => event.type)).toEqual(["text", "call.start", "call.delta", "error"]);
    expect(events.at(-1)).toEqual({ type: "error", class: "rate_limit", message: "wait", retryAfterMs: 5 });
  });

  it("quotes tool results", async () => {
    const messages = [user("Hi"), result("bash", "took 12 ms"), result("grep", "a.ts:3: x")];
    const quote = (text: string) => said({ text }, ...messages);
    expect(await quote("[{{result}}]")).toBe("[a.ts:3: x]");
    expect(await quote("[{{result:1}}]")).toBe("[took 12 ms]");
    expect(await quote("[{{ result:bash }}]")).toBe("[took 12 ms]");
    expect(await quote("{{result:bash ~ /took (\\d+)/}}/{{result~/^[^:]+/}}/{{result:bash~/TOOK/i}}")).toBe(
      "12/a.ts/took",
    );
    expect(await quote("{{result:3}}")).toBe(
      "bad_request: scripted model: turn 1: the script quotes {{result:3}}, but there is no such tool result",
    );
    expect(await quote("{{result~/nope/}}")).toBe(
      "bad_request: scripted model: turn 1: the script quotes {{result~/nope/}}, but the result is: a.ts:3: x",
    );
    expect(await quote("{{result~/(/}}")).toMatch(
      /^bad_request: scripted model: turn 1: Invalid regular expression/,
    );
    const events = await run(
      scripted({ turns: [{ tools: [{ name: "x", input: { a: [{ b: "{{result:1}}" }], n: 1 } }] }] }),
      ask(...messages),
    );
    expect(events.find((event) => event.type === "call.end")).toMatchObject({
      arguments: '{"a":[{"b":"took 12 ms"}],"n":1}',
    });
  });

  it("checks the request it gets", async () => {
    const first = [user("Please fix it")];
    const later = [...first, result("bash", "exit 0")];
    const check = (expected: ScriptedTurn["expect"], messages: Message[]) =>
      said({ expect: expected, text: "fits" } as ScriptedTurn, ...messages);
    expect(await check("fix", first)).toBe("fits");
    expect(await check("exit", later)).toBe("fits");
    expect(await check({ user: "/FIX/i", result: "/^exit \\d$/" }, later)).toBe("fits");
    const no = "bad_request: scripted model: turn 1: expected ";
    expect(await check("nope", first)).toBe(`${no}nope in the last user message, which is: Please fix it`);
    expect(await check("fix", later)).toBe(`${no}fix in the last tool result, which is: exit 0`);
    expect(await check({ result: "/x/" }, first)).toBe(`${no}/x/ in the last tool result, but there is none`);
    expect(await check({ tools: ["bash"] }, first)).toBe(`${no}the tools bash, but declared are: none`);
  });

  it("waits as told, and no longer once aborted", async () => {
    const before = Date.now();
    const events = await run(
      scripted({ turns: [{ delayMs: 60_000, text: "late" }] }),
      ask(user("Hi")),
      AbortSignal.timeout(30),
    );
    expect(events).toEqual([{ type: "error", class: "aborted", message: "the request was aborted" }]);
    expect(Date.now() - before).toBeLessThan(10_000);
    const long = scripted({ turns: [{ text: "word ".repeat(10_000) }] });
    const stop = new AbortController();
    let count = 0;
    for await (const event of long.stream(ask(user("Hi")), stop.signal)) {
      if (++count === 5) stop.abort();
      if (event.type === "error") expect(event.class).toBe("aborted");
    }
    expect(count).toBe(6);
  });

  it("says what is wrong with a script given as an object", async () => {
    const events = await run(scripted({ turns: [{ text: 5 as unknown as string }] }));
    expect(events).toEqual([
      { type: "error", class: "bad_request", message: "scripted model: turns[0].text must be text" },
    ]);
  });
});

describe("a script in a file", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "scripted-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const load = async (name: string, text: string) => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    const first = (await run(createScripted(file)))[0];
    return first?.type === "error" ? first.message.replaceAll(folder, "DIR") : first;
  };

  it("is YAML or JSON", async () => {
    expect(
      await load(
        "a.yaml",
        "turns:\n  - text: Hello\n    tools:\n      - name: bash\n        input: {command: ls}\n",
      ),
    ).toEqual({ type: "text", text: "Hello" });
    expect(await load("a.json", '{"turns": [{"text": "Hello"}]}')).toEqual({ type: "text", text: "Hello" });
  });

  it.each([
    ["turns:\n  - text: a\n  - text: [1]\n", "3: turns[1].text must be text"],
    [
      "turns:\n  - text: a\n    tool: x\n",
      "3: turns[0].tool is not known here (known: expect, thought, text, tools, delayMs, error, stop, usage, repeat, loop)",
    ],
    ["turns:\n  - tools:\n      - input: {}\n", "3: turns[0].tools[0] needs `name`"],
    [
      "turns:\n  - error: {class: odd, message: m}\n",
      "2: turns[0].error.class must be one of auth, rate_limit, overloaded, overflow, network, bad_request, aborted",
    ],
    ["turns:\n  - delayMs: -1\n", "2: turns[0].delayMs must be a number, 0 or more"],
    ["turns: x\n", "1: turns must be a list"],
    ["- a\n", "1: the script must be a map"],
    ["text: a\n", "1: text is not known here (known: turns)"],
    ["{}\n", "1: the script needs `turns`"],
    ["", "1: the script must be a map"],
  ])("names file and line: %j", async (text, expected) => {
    expect(await load("bad.yaml", text)).toBe(`scripted model: DIR/bad.yaml:${expected}`);
  });

  it("names the line of broken YAML, and a file that is not there", async () => {
    expect(await load("bad.yaml", "turns:\n  - text: 'a\n")).toMatch(
      /^scripted model: DIR\/bad.yaml:[23]: .*quote/,
    );
    const missing = await run(createScripted(path.join(folder, "none.yaml")));
    expect(missing[0]).toMatchObject({
      message: `scripted model: ${path.join(folder, "none.yaml")}: no such file`,
    });
  });
});

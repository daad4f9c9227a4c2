import { describe, expect, it } from "vitest";
import { defineTool, type Tool } from "@mm-agent/core";
import { scripted } from "../testing/index.js";
import type { Message, ModelEvent, Provider } from "../provider/types.js";
import { openTestSession, say } from "./session-kit.js";

/** A provider that plays raw events; the last reply is repeated. */
function raw(
  ...replies: (readonly ModelEvent[] | ((signal: AbortSignal) => AsyncIterable<ModelEvent>))[]
): Provider & { readonly requests: Message[][] } {
  const requests: Message[][] = [];
  return {
    name: "raw",
    model: "m",
    requests,
    async *stream(request, signal) {
      const reply = replies[Math.min(requests.length, replies.length - 1)] ?? [];
      requests.push(structuredClone(request.messages) as Message[]);
      yield* typeof reply === "function" ? reply(signal) : reply;
    },
  };
}
const call = (name: string, args: unknown, index = 0): ModelEvent[] => [
  { type: "call.start", index, name },
  { type: "call.end", index, name, arguments: args },
];
const done = (reason: "stop" | "calls" | "length" | "refusal" = "stop"): ModelEvent => ({
  type: "done",
  reason,
});
const answer: readonly ModelEvent[] = [{ type: "text", text: "fine" }, done()];
const hang = async function* (signal: AbortSignal): AsyncIterable<ModelEvent> {
  yield { type: "text", text: "begin" };
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
};
const roles = (messages: readonly Message[]): string => messages.map((m) => m.role[0]).join("");

describe("a turn", () => {
  it("calls tools until the model answers, and reports everything as events", async () => {
    const { session, events, of } = openTestSession(
      scripted({
        turns: [
          {
            thought: "hm",
            text: "Let me say it.",
            tools: [
              { name: "say", input: { text: "one" } },
              { name: "say", input: { text: "two" } },
            ],
            usage: { input: 10, output: 5 },
          },
          { expect: { result: "two" }, text: "Said {{result:1}}.", usage: { input: 20, output: 2 } },
        ],
      }),
    );
    const end = await session.prompt("say it");
    expect(end).toMatchObject({
      reason: "done",
      counters: {
        requests: 2,
        calls: 2,
        byLabel: [{ icon: "!", label: "word(s)", count: 2 }],
        usage: { input: 30, output: 7 },
      },
    });
    expect(roles(session.messages())).toBe("uatta");
    expect(
      of("text.delta")
        .map((e) => e.text)
        .join(""),
    ).toContain("Let me say it.");
    expect(
      of("thought.delta")
        .map((e) => e.text)
        .join(""),
    ).toBe("hm");
    expect(events.map((e) => e.seq)).toEqual(events.map((_, i) => i + 1));
    expect(events[0]).toMatchObject({
      v: 1,
      type: "turn.start",
      turn: 1,
      prompt: "say it",
      session: session.id,
    });
    expect(events.at(-1)).toMatchObject({ type: "turn.end", reason: "done" });
    expect(session.history()).toEqual([
      { role: "user", text: "say it" },
      { role: "assistant", text: "Let me say it." },
      { role: "tool", text: "say: say" },
      { role: "tool", text: "say: say" },
      { role: "assistant", text: end.text },
    ]);
  });

  it("ends at maxTurns with a text that says how to go on", async () => {
    let count = 0;
    const provider = raw(async function* () {
      yield* call("say", { text: String((count += 1)) });
      yield done("calls");
    });
    const { session } = openTestSession(provider);
    const end = await session.prompt("go");
    expect(end).toMatchObject({
      reason: "max_turns",
      message:
        '[error: 10 model requests in one turn (maxTurns) — turn stopped; say "continue" to go on, or raise maxTurns]',
    });
    expect(session.errors).toMatchObject([{ where: "generation", message: end.message }]);
  });

  it("is stopped by the loop detector with its text, and the history stays valid", async () => {
    const { session } = openTestSession(raw([...call("say", { text: "same" }), done("calls")]));
    const end = await session.prompt("go");
    expect(end.reason).toBe("loop");
    expect(end.message).toContain("repeated the same say call 6 times in a row");
    expect(roles(session.messages())).toBe(`u${"at".repeat(6)}`);
    expect(session.errors[0]).toMatchObject({ where: "generation" });
  });

  it("stops a tool call that runs away, at once, and keeps what was said", async () => {
    let sent = 0;
    const provider = raw(async function* () {
      yield { type: "text", text: "writing" };
      yield { type: "call.start", index: 0, name: "say" };
      for (; sent < 5000; sent += 1) yield { type: "call.delta", index: 0, text: "abcdefgh" };
    });
    const { session, of } = openTestSession(provider);
    const end = await session.prompt("go");
    expect(end.reason).toBe("runaway");
    expect(end.message).toMatch(
      /^\[error: the model's tool call ran away: its arguments repeat the same pattern/,
    );
    expect(sent).toBeLessThan(60);
    expect(session.messages().at(-1)).toEqual({
      role: "assistant",
      blocks: [{ type: "text", text: "writing" }],
      partial: true,
    });
    expect(of("tool.composing").length).toBeGreaterThan(0);
  });

  it("runs no call of an answer that was cut, tells the model, and gives up after three", async () => {
    let ran = 0;
    const counting = defineTool({
      name: "say",
      kind: "think",
      description: "Test.",
      input: say.input,
      run: () => `${(ran += 1)}`,
    }) as Tool;
    const provider = raw([...call("say", { text: "x" }), done("length")]);
    const { session } = openTestSession(provider, { tools: [counting] });
    const end = await session.prompt("go");
    expect(ran).toBe(0);
    expect(end.reason).toBe("length");
    expect(provider.requests).toHaveLength(3);
    expect(session.messages()[2]).toMatchObject({
      role: "tool",
      ok: false,
      text: expect.stringContaining("Send less at once") as string,
    });
  });

  it("runs no call that the stream left open, whatever the finish reason says", async () => {
    const open: ModelEvent[] = [
      { type: "call.start", index: 0, name: "say" },
      { type: "call.delta", index: 0, text: '{"text":"x' },
      done("stop"),
    ];
    const { session, of } = openTestSession(raw(open, answer));
    expect((await session.prompt("go")).reason).toBe("done");
    expect(of("tool.started")).toEqual([]);
    expect(session.messages()[2]).toMatchObject({ role: "tool", ok: false });
  });

  it.each([
    ["an empty answer", [done()], "the model gave an empty answer"],
    [
      "only thoughts",
      [{ type: "thought", text: "hm" } as const, done()],
      "the model gave only thoughts and no answer",
    ],
    [
      "an answer without text at the limit",
      [done("length")],
      "the model gave an empty answer: it reached its output limit",
    ],
  ])("never takes %s for success", async (_what, events, message) => {
    const { session } = openTestSession(raw(events));
    expect(await session.prompt("go")).toMatchObject({
      message,
      reason: message.includes("limit") ? "length" : "error",
    });
  });

  it("says when the answer was cut or refused", async () => {
    const cut = openTestSession(raw([{ type: "text", text: "half" }, done("length")]));
    expect(await cut.session.prompt("go")).toMatchObject({ reason: "length", text: "half" });
    const refused = openTestSession(raw([{ type: "text", text: "no" }, done("refusal")]));
    expect((await refused.session.prompt("go")).reason).toBe("refusal");
  });
});

describe("failures of the provider", () => {
  it.each(["rate_limit", "overloaded", "network"] as const)(
    "tries again after %s, visibly",
    async (errorClass) => {
      const { session, of } = openTestSession(
        raw([{ type: "error", class: errorClass, message: "busy" }], answer),
      );
      expect(await session.prompt("go")).toMatchObject({ reason: "done", text: "fine" });
      expect(of("retry")).toMatchObject([{ attempt: 1, max: 3, reason: "busy" }]);
    },
  );

  it.each(["auth", "bad_request"] as const)("does not try again after %s", async (errorClass) => {
    const { session, of } = openTestSession(raw([{ type: "error", class: errorClass, message: "wrong" }]));
    expect(await session.prompt("go")).toMatchObject({ reason: "error", message: "wrong" });
    expect(of("retry")).toEqual([]);
    expect(session.errors).toMatchObject([{ where: "provider", class: errorClass }]);
  });

  it("gives up after the last attempt, honours a wait the server asks for, and ends the turn on a long one", async () => {
    const busy = openTestSession(raw([{ type: "error", class: "overloaded", message: "busy" }]));
    expect((await busy.session.prompt("go")).reason).toBe("error");
    expect(busy.of("retry").map((e) => e.attempt)).toEqual([1, 2, 3]);
    const short = openTestSession(
      raw([{ type: "error", class: "rate_limit", message: "slow", retryAfterMs: 40 }], answer),
    );
    expect((await short.session.prompt("go")).reason).toBe("done");
    expect(short.of("retry")[0]?.delayMs).toBe(40);
    const long = openTestSession(
      raw([{ type: "error", class: "rate_limit", message: "slow", retryAfterMs: 60_000 }]),
    );
    expect((await long.session.prompt("go")).reason).toBe("error");
    expect(long.of("retry")).toEqual([]);
  });

  it("marks the partial text of a stream that broke and does not put it into the next request", async () => {
    const provider = raw(
      [
        { type: "text", text: "half an ans" },
        { type: "error", class: "network", message: "reset" },
      ],
      answer,
    );
    const { session, of } = openTestSession(provider);
    expect((await session.prompt("go")).text).toBe("fine");
    expect(of("message.done")[0]).toMatchObject({ text: "half an ans", partial: true });
    expect(roles(provider.requests[1] ?? [])).toBe("u");
  });

  it("keeps the text when the turn ends with the break", async () => {
    const { session } = openTestSession(
      raw([
        { type: "text", text: "half" },
        { type: "error", class: "auth", message: "key" },
      ]),
    );
    expect(await session.prompt("go")).toMatchObject({ reason: "error", text: "half" });
    expect(session.messages().at(-1)).toMatchObject({ role: "assistant", partial: true });
  });

  it("survives a provider that throws or ends without a finish", async () => {
    const throwing = raw(async function* () {
      yield { type: "text", text: "a" } as const;
      throw new Error("bug");
    }, answer);
    expect((await openTestSession(throwing).session.prompt("go")).reason).toBe("done");
    expect(
      (await openTestSession(raw([{ type: "text", text: "a" }], answer)).session.prompt("go")).reason,
    ).toBe("done");
  });
});

describe("silence", () => {
  const limits = { maxTurns: 10, watchdogMs: 60, retry: { max: 0, baseMs: 1, longestMs: 1 } };

  it("of the model ends the turn with a text that says so", async () => {
    const { session } = openTestSession(raw(hang), { limits });
    const end = await session.prompt("go");
    expect(end).toMatchObject({ reason: "watchdog", text: "begin" });
    expect(end.message).toMatch(/^\[error: no sign of life from the model for 0\.1 s \(watchdogTimeout\)/);
  });

  it.each<[string, ModelEvent]>([
    ["blank argument deltas", { type: "call.delta", index: 0, text: "  \n" }],
    ["keep-alives", { type: "alive" }],
  ])("is not broken for ever by %s", async (_what, event) => {
    const provider = raw(async function* (signal) {
      yield { type: "call.start", index: 0, name: "say" };
      while (!signal.aborted) {
        yield event;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    const startedAt = performance.now();
    expect((await openTestSession(provider, { limits }).session.prompt("go")).reason).toBe("watchdog");
    expect(performance.now() - startedAt).toBeGreaterThan(150);
  });

  it("is broken by text, and a long tool does not count as silence", async () => {
    const slow = defineTool({
      name: "say",
      kind: "think",
      description: "Test.",
      input: say.input,
      run: async () => (await new Promise((r) => setTimeout(r, 200)), "slow"),
    }) as Tool;
    const provider = raw([...call("say", { text: "x" }), done("calls")], async function* () {
      for (let i = 0; i < 8; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 25));
        yield { type: "text", text: "." } as const;
      }
      yield done();
    });
    expect((await openTestSession(provider, { limits, tools: [slow] }).session.prompt("go")).reason).toBe(
      "done",
    );
  });
});

describe("a cancel", () => {
  it("ends a stream, a retry pause and a tool at once, with a valid history", async () => {
    const streaming = openTestSession(raw(hang));
    const first = streaming.session.prompt("go");
    setTimeout(() => void streaming.session.cancel(), 20);
    expect(await first).toMatchObject({ reason: "cancelled", text: "begin" });
    expect(streaming.session.messages().at(-1)).toMatchObject({ partial: true });

    const waiting = openTestSession(
      raw([{ type: "error", class: "rate_limit", message: "slow", retryAfterMs: 60_000 }]),
      {
        limits: { maxTurns: 10, watchdogMs: 0, retry: { max: 3, baseMs: 1, longestMs: 120_000 } },
      },
    );
    const second = waiting.session.prompt("go");
    setTimeout(() => void waiting.session.cancel(), 20);
    expect((await second).reason).toBe("cancelled");

    const waits = defineTool({
      name: "say",
      kind: "execute",
      description: "Test.",
      input: say.input,
      run: (_i, ctx) =>
        new Promise<string>((resolve) =>
          ctx.signal.addEventListener("abort", () => resolve("[error: cancelled]")),
        ),
    }) as Tool;
    const calling = openTestSession(
      raw([...call("say", { text: "a" }), ...call("say", { text: "b" }, 1), done("calls")]),
      { tools: [waits] },
    );
    const third = calling.session.prompt("go");
    setTimeout(() => void calling.session.cancel(), 30);
    expect((await third).reason).toBe("cancelled");
    expect(roles(calling.session.messages())).toBe("uatt");
  });

  it("does not wait for a provider that ignores it", async () => {
    const deaf = raw(async function* () {
      await new Promise(() => {});
      yield done();
    });
    const { session } = openTestSession(deaf);
    const turn = session.prompt("go");
    setTimeout(() => void session.cancel(), 20);
    expect((await turn).reason).toBe("cancelled");
  });
});

describe("prompts while a turn runs", () => {
  it("steer the turn: the message joins the next request", async () => {
    const provider = raw([...call("say", { text: "x" }), done("calls")], answer);
    const { session, of } = openTestSession(provider);
    const turn = session.prompt("go");
    expect(session.steer("and hurry")).toBe(true);
    await turn;
    expect(session.steer("too late")).toBe(false);
    expect(of("steer").map((e) => e.text)).toEqual(["and hurry"]);
    expect(roles(provider.requests[0] ?? [])).toBe("uu");
  });

  it("wait for its end when they are not steering", async () => {
    const provider = raw(answer);
    const { session } = openTestSession(provider);
    const [a, b] = await Promise.all([session.prompt("one"), session.prompt("two")]);
    expect([a.reason, b.reason]).toEqual(["done", "done"]);
    expect(roles(session.messages())).toBe("uaua");
  });

  it("keep a message that came during the last answer", async () => {
    const { session } = openTestSession(
      raw(async function* () {
        session.steer("one more thing");
        yield { type: "text", text: "first" };
        yield done();
      }, answer),
    );
    await session.prompt("go");
    expect(roles(session.messages())).toBe("uaua");
  });
});

it("keeps secrets out of the errors", async () => {
  const { session } = openTestSession(
    raw([{ type: "error", class: "auth", message: "bad key sk-12345678" }]),
    { secrets: ["sk-12345678"] },
  );
  await session.prompt("go");
  expect(session.errors[0]?.message).toBe("bad key [redacted]");
});

it("is not disturbed by a listener that throws", async () => {
  const { session } = openTestSession(raw(answer));
  session.subscribe(() => {
    throw new Error("listener");
  });
  expect((await session.prompt("go")).reason).toBe("done");
});

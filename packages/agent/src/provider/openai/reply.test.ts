import { streamBytes } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { NetError } from "../../net/net-error.js";
import type { ModelEvent } from "../types.js";
import { mergeEvents } from "../wire/merge-events.js";
import { calls, chunk, collect, part, play, summarize } from "./fixtures/run.js";
import { readReply } from "./reply.js";

/** One reply with everything in it: comments, thoughts, text beyond ASCII, two calls, usage. */
const pieces = [
  ": hello",
  chunk({ role: "assistant", content: "" }),
  chunk({ reasoning_content: "Öl 😀" }),
  chunk({ content: "Grüße " }),
  chunk({ content: "日本" }),
  calls(part(0, "a", "bash", '{"command":"ec')),
  calls(part(0, undefined, undefined, 'ho ü"}'), part(1, "b", "read", '{"x":1}')),
  chunk({}, "tool_calls"),
  JSON.stringify({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } }),
  "[DONE]",
];
const bytes = streamBytes(pieces);

/** A body whose pieces arrive exactly as given; a socket would join them. */
async function* arriving(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const one of parts) if (one.length > 0) yield one;
}

const body = (source: AsyncGenerator<Uint8Array>) =>
  Object.assign(source, { idleTimeout: 1000, cancel: async () => undefined });
/** The events without what depends on how the bytes arrived: signs of life and cuts between pieces. */
const plain = (events: readonly ModelEvent[]) =>
  mergeEvents(events.filter((event) => event.type !== "alive"));
const read = async (source: AsyncGenerator<Uint8Array>) => plain(await collect(readReply(body(source))));

describe("readReply", () => {
  it("gives the same events wherever the bytes are cut", async () => {
    const expected = await read(arriving(bytes));
    expect(expected.at(-1)).toEqual({
      type: "done",
      reason: "calls",
      raw: { reasoningField: "reasoning_content" },
    });
    expect(summarize(expected)).toEqual({
      thought: "Öl 😀",
      text: "Grüße 日本",
      calls: [
        ["bash", '{"command":"echo ü"}'],
        ["read", '{"x":1}'],
      ],
      end: "calls",
    });
    // Collected and compared once: an `expect` for each place takes most of the time.
    const text = JSON.stringify(expected);
    const wrong: number[] = [];
    for (let at = 1; at < bytes.length; at++) {
      const events = await read(arriving(bytes.subarray(0, at), bytes.subarray(at)));
      if (JSON.stringify(events) !== text) wrong.push(at);
    }
    expect(wrong).toEqual([]);
    expect(await read(arriving(...Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))))).toEqual(
      expected,
    );
    expect(plain((await play([{ stream: pieces, cut: "every" }])).events)).toEqual(expected);
  });

  it("never takes a dropped connection for a reply", async () => {
    const wrong: number[] = [];
    for (let at = 0; at < bytes.length - 2; at++) {
      const source = (async function* () {
        yield bytes.subarray(0, at);
        throw new NetError("closed", "closed");
      })();
      const types: string[] = [];
      try {
        for await (const event of readReply(body(source))) types.push(event.type);
        wrong.push(at);
      } catch (error) {
        if (!(error instanceof NetError) || types.includes("done") || types.includes("call.end"))
          wrong.push(at);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("never takes a connection dropped on the wire for a reply", async () => {
    const dropAfter = Array.from({ length: 60 }, (_, at) => Math.floor((at * (bytes.length - 3)) / 59));
    const { events } = await play(dropAfter.map((after) => ({ stream: pieces, dropAfter: after })));
    const ends = events.filter(
      (event) => event.type === "done" || event.type === "error" || event.type === "call.end",
    );
    expect(ends).toHaveLength(dropAfter.length);
    expect(ends.every((event) => event.type === "error" && event.class === "network")).toBe(true);
  });

  it("never takes a reply that ends early for a whole one", async () => {
    const finish = bytes.indexOf('"finish_reason":"tool_calls"') + '"finish_reason":"tool_calls"}]}'.length;
    const wrong: number[] = [];
    for (let at = 0; at < finish; at++) {
      const ends = (await read(arriving(bytes.subarray(0, at)))).filter((event) =>
        /done|error/.test(event.type),
      );
      const [end] = ends;
      // With a call in it the model is told that its output was cut.
      const cut =
        end?.type === "done" ? end.reason === "length" : end?.type === "error" && end.class === "network";
      if (ends.length !== 1 || !cut) wrong.push(at);
    }
    expect(wrong).toEqual([]);
  });

  it("keeps what had arrived", async () => {
    const { events } = await play([{ stream: [chunk({ content: "Half" })], dropAfter: 150 }]);
    expect(events[0]).toEqual({ type: "text", text: "Half" });
    expect(events[1]).toMatchObject({ type: "error", class: "network" });
  });

  it("ends a stalled stream by the time limit, and an aborted one at once", async () => {
    const stream = [chunk({ content: "Half" }), chunk({}, "stop")];
    const stallAfter = 150;
    const limited = await play([{ stream, stallAfter }], { provider: { net: { idleTimeout: 100 } } });
    expect(summarize(limited.events)).toMatchObject({
      text: "Half",
      end: expect.stringMatching(/^network: 127.0.0.1:\d+ sent nothing for 0.1 s$/),
    });
    const before = Date.now();
    const stopped = await play([{ stream, stallAfter }], { signal: AbortSignal.timeout(100) });
    expect(summarize(stopped.events)).toEqual({ text: "Half", end: "aborted: the request was aborted" });
    expect(Date.now() - before).toBeLessThan(5000);
  });

  it("does not wait for a server that holds the line after the finish reason", async () => {
    const stream = [chunk({ content: "Hi" }), chunk({}, "stop")];
    const { events } = await play([{ stream, hold: true }], { provider: { net: { idleTimeout: 100 } } });
    expect(summarize(events)).toEqual({ text: "Hi", end: "stop" });
    const late = Object.assign(
      (async function* () {
        yield streamBytes(stream);
        throw new NetError("timeout", "nothing came");
      })(),
      { idleTimeout: 60_000, cancel: async () => undefined },
    );
    expect(summarize(await collect(readReply(late)))).toEqual({ text: "Hi", end: "stop" });
    expect(late.idleTimeout).toBe(5000);
  });

  it("leaves the connection when its reader leaves", async () => {
    let left = false;
    const source = (async function* () {
      try {
        for (;;) yield streamBytes([chunk({ content: "more " })]);
      } finally {
        left = true;
      }
    })();
    for await (const _ of readReply(
      Object.assign(source, { idleTimeout: 1000, cancel: async () => undefined }),
    ))
      break;
    expect(left).toBe(true);
  });
});

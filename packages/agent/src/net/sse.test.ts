import { describe, expect, it } from "vitest";
import { createSseParser, type SseItem } from "./sse.js";

function parse(bytes: Uint8Array, cuts: readonly number[]): SseItem[] {
  const parser = createSseParser();
  const borders = [0, ...cuts, bytes.length];
  const items = borders.slice(1).flatMap((end, at) => parser.push(bytes.subarray(borders[at], end)));
  return [...items, ...parser.end()];
}

const event = (data: string, name = "") => ({ type: "event", event: name, data });

describe("createSseParser", () => {
  it.each([
    ["line feeds", "data: a\n\ndata: b\n\n"],
    ["carriage returns", "data: a\r\rdata: b\r\r"],
    ["both", "data: a\r\n\r\ndata: b\r\n\r\n"],
    ["a byte order mark", "\uFEFFdata: a\n\ndata: b\n\n"],
    ["no blank after the colon", "data:a\n\ndata:b\n\n"],
    ["no blank line at the end", "data: a\n\ndata: b"],
    ["ids and retries", "id: 1\nretry: 5\ndata: a\n\nid\ndata: b\n\n"],
  ])("reads events with %s", (_name, text) => {
    expect(parse(Buffer.from(text), [])).toEqual([event("a"), event("b")]);
  });

  it("joins several data lines and keeps the event's name", () => {
    const text = "event: error\ndata: {\ndata: }\n\ndata: x\n\n";
    expect(parse(Buffer.from(text), [])).toEqual([event("{\n}", "error"), event("x")]);
  });

  it("reports comments and lines that are no fields", () => {
    const text = ': ping\n\n:\nerror: {"code":500}\n\n{"error":"x"}\n';
    expect(parse(Buffer.from(text), [])).toEqual([
      { type: "comment" },
      { type: "comment" },
      { type: "stray", line: 'error: {"code":500}' },
      { type: "stray", line: '{"error":"x"}' },
    ]);
  });

  it("gives the same wherever the bytes are cut, in one place or two", () => {
    const bytes = Buffer.from(
      '\uFEFF: hi\r\n\r\nevent: e\r\ndata: {"a":\r\ndata: "ü😀"}\r\n\r\ndata: x\n\n\r\rdata: [DONE]\r\n\r\n',
    );
    const whole = parse(bytes, []);
    expect(whole).toEqual([{ type: "comment" }, event('{"a":\n"ü😀"}', "e"), event("x"), event("[DONE]")]);
    for (let a = 0; a <= bytes.length; a++) {
      for (let b = a; b <= bytes.length; b++) expect(parse(bytes, [a, b])).toEqual(whole);
    }
  });

  it("refuses a line without end", () => {
    const parser = createSseParser();
    expect(() => parser.push(Buffer.alloc(33 * 1024 * 1024, "x"))).toThrow(
      "the server sent a line of more than 32 MiB",
    );
  });
});

import { PassThrough } from "node:stream";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { openStream } from "./open-stream.js";

function open(maxLine?: number) {
  const input = new PassThrough();
  const written: string[] = [];
  const stream = openStream(input, async (text) => void written.push(text), maxLine);
  return { input, written, reader: stream.readable.getReader(), writer: stream.writable.getWriter() };
}
const request = (id: number, method = "x"): AnyMessage => ({ jsonrpc: "2.0", id, method, params: {} });

describe("the stream", () => {
  it("puts lines together from pieces, also within a character", async () => {
    const { input, reader } = open();
    const bytes = Buffer.from(`${JSON.stringify({ ...request(1), params: { t: "é" } })}\r\n\n{"jsonrpc"`);
    const cut = bytes.indexOf(0xc3) + 1;
    input.write(bytes.subarray(0, cut));
    input.write(bytes.subarray(cut));
    expect((await reader.read()).value).toMatchObject({ id: 1, params: { t: "é" } });
    input.end(':"2.0","id":2,"method":"y"}');
    expect((await reader.read()).value).toMatchObject({ id: 2 });
  });

  it("answers a line that is too long without reading on in it, and takes the next", async () => {
    const { input, written, reader } = open(100);
    input.write("x".repeat(150));
    input.write("y".repeat(150));
    input.write(`\n${JSON.stringify(request(1))}\n`);
    expect((await reader.read()).value).toMatchObject({ id: 1 });
    expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32600, message: "Invalid request: the line is longer than 100 bytes" },
      },
    ]);
  });

  it("ends when everything asked was answered; a prompt does not count", async () => {
    const { input, reader, writer } = open();
    input.write(`${JSON.stringify(request(1))}\n${JSON.stringify(request(2, "session/prompt"))}\n`);
    input.end();
    await reader.read();
    await reader.read();
    let done = false;
    const last = reader.read().then((result) => (done = result.done));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toBe(false);
    await writer.write({ jsonrpc: "2.0", id: 1, result: {} });
    await last;
    expect(done).toBe(true);
  });
});

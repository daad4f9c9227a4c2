import { PassThrough } from "node:stream";
import { isKittyProtocolActive } from "@earendil-works/pi-tui";
import { expect, it } from "vitest";
import { WindowTerminal } from "./window-terminal.js";

/** A terminal over plain streams: what mm writes, and what comes of what the terminal sends. */
function bench(env: Record<string, string> = {}) {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    setRawMode(raw: boolean) {
      modes.push(raw);
      return stdin;
    },
  }) as unknown as NodeJS.ReadStream & PassThrough;
  const stdout = Object.assign(new PassThrough(), { columns: 91, rows: 33 }) as unknown as NodeJS.WriteStream;
  let written = "";
  let gone = 0;
  const keys: { readonly data: string; readonly burst: boolean }[] = [];
  const terminal: WindowTerminal = new WindowTerminal({
    stdin,
    stdout,
    env,
    write: (bytes) => void (written += bytes),
    gone: () => void (gone += 1),
  });
  terminal.start(
    (data) => void keys.push({ data, burst: terminal.burst }),
    () => {},
  );
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40));
  return {
    terminal,
    modes,
    keys,
    written: () => written,
    gone: () => gone,
    async send(bytes: string | Buffer): Promise<void> {
      stdin.write(bytes);
      await settled();
    },
    async end(): Promise<void> {
      stdin.end();
      await settled();
    },
  };
}

it("asks for the Kitty protocol, and takes what xterm knows where there is none", async () => {
  const { send, written, keys, terminal } = bench();
  expect(written()).toBe("\x1b[?2004h\x1b[>5u\x1b[?u\x1b[c");
  await send("\x1b[?62;4c");
  expect(written().endsWith("\x1b[>4;2m")).toBe(true);
  terminal.stop();
  expect(written().endsWith("\x1b[>4;0m\x1b[<u\x1b[?2004l")).toBe(true);
  expect(keys).toEqual([]);
});

it("uses the Kitty protocol where the terminal has it, and forgets it on stopping", async () => {
  const { send, written, terminal, modes } = bench();
  await send("\x1b[?5u\x1b[?62c");
  expect(isKittyProtocolActive()).toBe(true);
  expect(written()).not.toContain("\x1b[>4;2m");
  terminal.stop();
  expect(isKittyProtocolActive()).toBe(false);
  terminal.stop();
  expect(written().split("\x1b[<u")).toHaveLength(2);
  expect(modes).toEqual([false, true, false]);
});

it("tells keys from texts that came at once, and takes the line ends of what was typed before it began", async () => {
  const { send, keys, terminal } = bench();
  await send("hi\n");
  expect(keys.map(({ data }) => data)).toEqual(["h", "i", "\r"]);
  expect(keys.every(({ burst }) => burst)).toBe(true);
  await send("a");
  expect(keys.at(-1)).toEqual({ data: "a", burst: false });
  await send("\x1b[200~two\nlines\x1b[201~");
  expect(keys.at(-1)?.data).toBe("\x1b[200~two\nlines\x1b[201~");
  await send("👍🏽");
  await send("\x1b");
  expect(keys.at(-1)?.data).toBe("\x1b");
  terminal.stop();
});

it("puts characters together that a read has cut", async () => {
  const { send, keys, terminal } = bench();
  for (const byte of Buffer.from("日é")) await send(Buffer.from([byte]));
  expect(keys.map(({ data }) => data)).toEqual(["日", "é"]);
  const paste = Buffer.from("\x1b[200~größer\x1b[201~");
  await send(paste.subarray(0, 9));
  await send(paste.subarray(9));
  expect(keys.at(-1)?.data).toBe("\x1b[200~größer\x1b[201~");
  const cut = Buffer.from("\x1b[5~\x1b[200~abc\x1b[201~");
  await Promise.all(Array.from(cut, (byte) => send(Buffer.from([byte]))));
  expect(keys.slice(-2).map(({ data }) => data)).toEqual(["\x1b[5~", "\x1b[200~abc\x1b[201~"]);
  terminal.stop();
});

it("never takes a text that was pasted for keys", async () => {
  const { send, keys, terminal } = bench();
  await send("x");
  const taken = async (bytes: string): Promise<readonly string[]> => {
    const from = keys.length;
    await send(bytes);
    return keys.slice(from).map(({ data }) => data);
  };
  // A terminal without bracketed paste, a text with an end mark in it, and control characters.
  expect(await taken("one\rtwo\rthree\r")).toEqual(["\x1b[200~one\ntwo\nthree\n\x1b[201~"]);
  expect(await taken("\x1b[200~a\x1b[201~rm -rf b\r")).toEqual(["\x1b[200~arm -rf b\n\x1b[201~"]);
  expect(await taken("\x1b[200~a\x03\x9b2J\x1b[31mb\x1b[106;5uc\x1b[201~\x1b[A")).toEqual([
    "\x1b[200~a2Jb\nc\x1b[201~",
    "\x1b[A",
  ]);
  terminal.stop();
});

it("takes a paste of ten megabytes in many pieces without looking at it again and again", async () => {
  const { send, keys, terminal } = bench();
  const piece = Buffer.from("é line of text\n".repeat(256));
  const count = 2500;
  const before = process.cpuUsage().user;
  await send("\x1b[200~");
  for (let at = 0; at < count - 1; at += 1) void send(piece);
  await send(piece);
  await send("\x1b[201~");
  expect(keys).toHaveLength(1);
  expect(keys[0]?.data).toHaveLength(12 + count * 256 * 15);
  // Quadratic it is a minute.
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(10);
  terminal.stop();
});

it("ends a paste whose end never comes", async () => {
  const { send, keys, terminal } = bench();
  await send("\x1b[200~half\x1b[20");
  await new Promise((resolve) => setTimeout(resolve, 3100));
  expect(keys.map(({ data }) => data)).toEqual(["\x1b[200~half\x1b[201~"]);
  await send("k");
  expect(keys.at(-1)?.data).toBe("k");
  terminal.stop();
});

it("tells when the terminal has gone, and knows its size", async () => {
  const { end, gone, terminal } = bench();
  expect([terminal.columns, terminal.rows]).toEqual([91, 33]);
  await end();
  expect(gone()).toBe(1);
  terminal.stop();
});

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
    async send(bytes: string): Promise<void> {
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

it("tells when the terminal has gone, and knows its size", async () => {
  const { end, gone, terminal } = bench();
  expect([terminal.columns, terminal.rows]).toEqual([91, 33]);
  await end();
  expect(gone()).toBe(1);
  terminal.stop();
});

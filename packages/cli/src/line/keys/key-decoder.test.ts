import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { KeyDecoder } from "./key-decoder.js";
import { key, type InputEvent } from "./types.js";

function decode(...chunks: (string | Uint8Array)[]): InputEvent[] {
  const events: InputEvent[] = [];
  const decoder = new KeyDecoder((event) => void events.push(event));
  for (const chunk of chunks) decoder.feed(chunk);
  decoder.dispose();
  return events;
}

/** The same bytes, one in each chunk. */
function bytewise(text: string): InputEvent[] {
  return decode(...Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte)));
}

describe("KeyDecoder", () => {
  it.each([
    ["\r", key("enter")],
    ["\n", key("newline")],
    ["\x1b\r", key("enter", { alt: true })],
    ["\t", key("tab")],
    ["\x1b[Z", key("tab", { shift: true })],
    ["\x7f", key("backspace")],
    ["\x1b\x7f", key("backspace", { alt: true })],
    ["\x01", key("char", { ctrl: true, char: "a" })],
    ["\x1a", key("char", { ctrl: true, char: "z" })],
    ["\x1bb", key("char", { alt: true, char: "b" })],
    ["\x1b[A", key("up")],
    ["\x1bOA", key("up")],
    ["\x1b[1;5C", key("right", { ctrl: true })],
    ["\x1b[1;3D", key("left", { alt: true })],
    ["\x1b\x1b[D", key("left", { alt: true })],
    ["\x1b[H", key("home")],
    ["\x1b[4~", key("end")],
    ["\x1b[3~", key("delete")],
    ["\x1b[13;2u", key("enter", { shift: true })],
    ["\x1b[27u", key("escape")],
    ["\x1b[99;5u", key("char", { ctrl: true, char: "c" })],
    ["\x1b[27;2;13~", key("enter", { shift: true })],
  ])("reads %j", (bytes, expected) => {
    expect(decode(bytes)).toEqual([expected]);
    expect(bytewise(bytes)).toEqual([expected]);
  });

  it("gives text in one piece and keeps characters whole that are cut between chunks", () => {
    expect(decode("héllo 漢字 🎉")).toEqual([{ type: "text", text: "héllo 漢字 🎉" }]);
    const pieces = bytewise("é🎉").map((event) => (event.type === "text" ? event.text : ""));
    expect(pieces.join("")).toBe("é🎉");
  });

  it("takes a lone escape for the key after a moment, and two for two", async () => {
    const events: InputEvent[] = [];
    const decoder = new KeyDecoder((event) => void events.push(event));
    decoder.feed("\x1b");
    expect(events).toEqual([]);
    await sleep(120);
    expect(events).toEqual([key("escape")]);
    decoder.feed("\x1b\x1b");
    await sleep(120);
    expect(events).toEqual([key("escape"), key("escape"), key("escape")]);
    decoder.dispose();
  });

  it("reads a bracketed paste as one event wherever it is cut, and presses none of its keys", () => {
    const paste = `\x1b[200~one\r\ntwo\rthree\x03\x1b[A\tend\x1b[201~x`;
    const expected = [
      { type: "paste", text: "one\ntwo\nthree\tend" },
      { type: "text", text: "x" },
    ];
    expect(decode(paste)).toEqual(expected);
    expect(bytewise(paste)).toEqual(expected);
  });

  it("takes 10,000 pasted lines at once, with and without marks", () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}`).join("\r");
    expect(decode(`\x1b[200~${lines}\x1b[201~`)).toEqual([
      { type: "paste", text: lines.replaceAll("\r", "\n") },
    ]);
    expect(decode(lines)).toEqual([{ type: "paste", text: lines.replaceAll("\r", "\n") }]);
  });

  it("does not take a typed line, or two typed ahead, for a paste", () => {
    expect(decode("yes\r")).toEqual([{ type: "text", text: "yes" }, key("enter")]);
    expect(decode("a\rb\r")).toHaveLength(4);
  });

  it("ignores sequences it does not know, and key releases", () => {
    expect(decode("\x1b[?62;c", "\x1b[99;5:3u", "a")).toEqual([{ type: "text", text: "a" }]);
  });

  it("reads the terminal's answer about its cursor", () => {
    expect(decode("\x1b[12;40R")).toEqual([{ type: "cursor", row: 12, column: 40 }]);
  });
});

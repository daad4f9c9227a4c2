import { expect, test } from "vitest";
import { Capture } from "./capture.js";

/** Feeds the letters a, b, c… in pieces and reads back what is kept. */
function kept(keep: number, total: number, piece: number) {
  const capture = new Capture(keep);
  const text = Array.from({ length: total }, (_, i) => String.fromCharCode(97 + (i % 26))).join("");
  for (let at = 0; at < total; at += piece) capture.add(Buffer.from(text.slice(at, at + piece)));
  const { head, tail, total: bytes, gap } = capture.read();
  return { text, head: head.toString(), tail: tail.toString(), bytes, gap };
}

test("everything is kept while both ends have room", () => {
  for (const piece of [1, 3, 7, 100]) {
    const { text, head, tail, bytes, gap } = kept(10, 20, piece);
    expect({ all: head + tail, bytes, gap }).toEqual({ all: text, bytes: 20, gap: false });
  }
});

test("of a longer output the first and the last bytes are kept, in any pieces", () => {
  for (const total of [21, 25, 30, 31, 99, 1000]) {
    for (const piece of [1, 2, 3, 7, 10, 11, 25, 1000]) {
      const { text, head, tail, bytes, gap } = kept(10, total, piece);
      expect({ head, tail, bytes, gap }).toEqual({
        head: text.slice(0, 10),
        tail: text.slice(-10),
        bytes: total,
        gap: true,
      });
    }
  }
});

test("bytes that went by unseen count as a gap", () => {
  const capture = new Capture(10);
  capture.add(Buffer.from("ab"));
  capture.markLost();
  expect(capture.read().gap).toBe(true);
});

import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { Capture } from "../run/capture.js";
import { renderOutput } from "./render-output.js";

function render(bytes: Uint8Array, keep?: number, piece = bytes.length): string {
  const capture = new Capture(keep);
  for (let at = 0; at < bytes.length; at += piece) capture.add(bytes.subarray(at, at + piece));
  return renderOutput(capture.read());
}

test("characters are whole wherever the pieces were cut", () => {
  const text = "aé漢🛠b\n".repeat(50);
  const bytes = Buffer.from(text);
  for (let keep = 300; keep < 310; keep++) {
    for (const piece of [1, 2, 3, 5]) expect(render(bytes, keep, piece)).toBe(text);
  }
});

test("the gap is marked on a line of its own and cuts no character", () => {
  const bytes = Buffer.from("é漢🛠".repeat(100));
  for (let keep = 40; keep < 60; keep++) {
    const text = render(bytes, keep);
    expect(text).toMatch(/^[é漢🛠]+\n\[\.\.\. output too large to read back in full \.\.\.\]\n[é漢🛠]+$/u);
  }
});

test("a gap between lines adds no empty line", () => {
  expect(render(Buffer.from("aaaa\nbbbb\ncccc\n"), 5)).toBe(
    "aaaa\n[... output too large to read back in full ...]\ncccc\n",
  );
});

test("bytes that are not UTF-8 become U+FFFD in short and in textual output", () => {
  expect(render(Buffer.from("a\xff\xfeb\n", "latin1"))).toBe("a\uFFFD\uFFFDb\n");
  const latin = render(Buffer.from("déjà vu\n".repeat(200), "latin1"));
  expect(latin).toBe("d\uFFFDj\uFFFD vu\n".repeat(200));
});

test("binary output is said to be binary and cut down to its ends", () => {
  const text = render(Buffer.concat([randomBytes(5_000_000), Buffer.from("\nthe end\n")]));
  expect(text).toMatch(
    /^\[binary output: 5000009 bytes; save it to a file and inspect that with file, xxd or strings\]\n/,
  );
  expect(text.endsWith("the end\n")).toBe(true);
  expect(text).not.toContain("\0");
  expect(text.length).toBeLessThan(2200);
});

test("text with single NULs is text", () => {
  const text = render(Buffer.from("some/file/name\0".repeat(100)));
  expect(text).toBe("some/file/name".repeat(100));
});

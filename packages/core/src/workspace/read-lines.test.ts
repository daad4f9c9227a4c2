import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { splitLines } from "../diff/split-lines.js";
import { countNewlines } from "./count-newlines.js";
import { linesOf, readLines } from "./read-lines.js";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "mm-lines-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function file(name: string, content: string | Uint8Array): Promise<{ real: string; shown: string }> {
  await writeFile(join(root, name), content);
  return { real: join(root, name), shown: name };
}

describe("readLines", () => {
  it("gives a range with its own line ends", async () => {
    const target = await file("mixed", "a\r\nb\rb\n\nlast");
    expect(await readLines(target, 1, 2)).toEqual({
      text: "a\r\nb\rb\n",
      from: 1,
      to: 2,
      total: 4,
      finalNewline: false,
    });
    expect(await readLines(target, 3, 9)).toEqual({
      text: "\nlast",
      from: 3,
      to: 4,
      total: 4,
      finalNewline: false,
    });
    expect(await readLines(target, 0, 1)).toMatchObject({ text: "a\r\n", from: 1, to: 1 });
    expect(await readLines(target, 5, 9)).toEqual({
      text: "",
      from: 0,
      to: 0,
      total: 4,
      finalNewline: false,
    });
    expect(await readLines(target, 3, 2)).toMatchObject({ text: "", from: 0, to: 0 });
    expect(await readLines(await file("end", "a\n"), 1, 1)).toEqual({
      text: "a\n",
      from: 1,
      to: 1,
      total: 1,
      finalNewline: true,
    });
    expect(await readLines(await file("empty", ""), 1, 5)).toEqual({
      text: "",
      from: 0,
      to: 0,
      total: 0,
      finalNewline: false,
    });
  });

  it("agrees with the whole text, from disk and from memory", async () => {
    const text = fc
      .array(fc.constantFrom("a", "b\n", "\n", "\r\n", "é", "\r"), { maxLength: 30 })
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 14 }),
        async (content, from, to) => {
          const lines = splitLines(content);
          const range = await readLines(await file("p", content), from, to);
          expect(range.text).toBe(lines.slice(from - 1, Math.max(to, from - 1)).join(""));
          expect(range.total).toBe(lines.length);
          expect(linesOf(content, from, to)).toEqual(range);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("crosses chunks, and stops reading soon after the range", async () => {
    const lines = Array.from({ length: 300_000 }, (_, i) => `line ${i + 1} ${"x".repeat(i % 60)}\n`);
    const target = await file("big", lines.join(""));
    const range = await readLines(target, 5000, 60_000);
    expect(range.text).toBe(lines.slice(4999, 60_000).join(""));
    expect(range.total).toBeUndefined();
    expect(await readLines(target, 299_999, 400_000)).toEqual({
      text: lines.slice(299_998).join(""),
      from: 299_999,
      to: 300_000,
      total: 300_000,
      finalNewline: true,
    });
  });

  it("refuses binary files, bad bytes in the range, and ranges that are too large", async () => {
    await expect(readLines(await file("nul", "a\n\0\n"), 1, 1)).rejects.toThrow(
      "nul is a binary file (it has NUL bytes)",
    );
    const latin = await file("latin", Buffer.from("ok\n\xe9\n", "latin1"));
    expect((await readLines(latin, 1, 1)).text).toBe("ok\n");
    await expect(readLines(latin, 1, 2)).rejects.toThrow("latin is not UTF-8 text");
    const long = await file("long", "x".repeat(17 * 1024 * 1024));
    await expect(readLines(long, 1, 1)).rejects.toMatchObject({
      code: "too_large",
      message: "lines 1 to 1 of long are more than 16 MB; ask for fewer lines",
    });
  });

  it("stops for an aborted signal", async () => {
    await expect(readLines(await file("a", "x\n"), 1, 1, AbortSignal.abort())).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("countNewlines", () => {
  it("counts LF and nothing else", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(10, 11, 9, 138, 0, 255, 13), { maxLength: 4000, minLength: 0, size: "max" }),
        (values) => {
          const bytes = new Uint8Array(4096);
          bytes.set(values);
          const expected = values.filter((value) => value === 10).length;
          expect(countNewlines(bytes, new Int32Array(bytes.buffer), values.length)).toBe(expected);
        },
      ),
    );
    const full = new Uint8Array(8192).fill(10);
    expect(countNewlines(full, new Int32Array(full.buffer), 8191)).toBe(8191);
  });
});

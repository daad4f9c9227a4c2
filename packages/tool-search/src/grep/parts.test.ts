import { describe, expect, it } from "vitest";
import { cutLine } from "./cut-line.js";
import { createLineBlocks } from "./line-blocks.js";
import { selectPage } from "./select-page.js";

describe("selectPage", () => {
  const shown = (counts: number[], offset: number, limit: number): string =>
    selectPage(counts, offset, limit)
      .map(({ index, from, to }) => `${index}:${from}-${to}`)
      .join(" ");

  it("gives every file the same share, and what one leaves to the others", () => {
    expect(shown([200, 5, 1], 0, 100)).toBe("0:0-94 1:0-5 2:0-1");
    expect(shown([10, 10, 10], 0, 7)).toBe("0:0-3 1:0-2 2:0-2");
    expect(shown([3, 0, 2], 0, 100)).toBe("0:0-3 2:0-2");
    expect(shown([1, 1, 1], 0, 2)).toBe("0:0-1 1:0-1");
    expect(shown([], 0, 10)).toBe("");
  });

  it("shows everything once, whatever the pages", () => {
    const counts = [7, 1, 0, 30, 2, 2, 13];
    for (const limit of [1, 2, 3, 5, 11, 100]) {
      const seen = counts.map(() => [] as number[]);
      for (let offset = 0; offset < 55; offset += limit)
        for (const { index, from, to } of selectPage(counts, offset, limit))
          for (let at = from; at < to; at += 1) seen[index]?.push(at);
      expect(seen).toEqual(counts.map((count) => Array.from({ length: count }, (_, at) => at)));
    }
  });

  it("is quick for a million matches in one file", () => {
    expect(shown([1_000_000, 3], 999_900, 10)).toBe("0:999897-999907");
  });
});

describe("cutLine", () => {
  it("keeps 500 characters, with the first match among them", () => {
    const line = Buffer.from(`${"a".repeat(2000)}MATCH${"b".repeat(2000)}`);
    const cut = cutLine(line, 2001);
    expect(cut).toHaveLength(500);
    expect(cut).toMatch(/^…a{100}MATCHb+…$/);
    expect(cutLine(line, 1)).toBe(`${"a".repeat(499)}…`);
    expect(cutLine(Buffer.from(`${"a".repeat(600)}END`), 601)).toBe(`…${"a".repeat(100)}END`);
  });

  it("cuts no character in two", () => {
    const line = Buffer.from("😀é".repeat(1000));
    for (let column = 1; column < line.length; column += 97) {
      const cut = cutLine(line, column);
      expect(cut.length).toBeLessThanOrEqual(500);
      expect(cut).toMatch(/^…?[😀é]+…?$/u);
    }
  });

  it("leaves the line end out and short lines alone", () => {
    expect(cutLine(Buffer.from("abc\r"))).toBe("abc");
    expect(cutLine(Buffer.from("é".repeat(500)))).toBe("é".repeat(500));
  });
});

describe("createLineBlocks", () => {
  const read = (bytes: Buffer, size: number): string | undefined => {
    const blocks = createLineBlocks();
    let text = "";
    for (let at = 0; at < bytes.length; at += size) {
      const block = blocks.push(bytes.subarray(at, at + size));
      if (block === undefined) return undefined;
      if (block.length > 0) expect(block.at(-1)).toBe(10);
      text += block.toString();
    }
    return text + (blocks.end()?.toString() ?? "");
  };

  it("gives the same text whatever the size of the pieces", () => {
    const text = "first\nzweite Zeile ü\r\n\n日本\nlast without end";
    const utf16be = Buffer.from(text, "utf16le").swap16();
    for (const size of [3, 4, 7, 1000]) {
      expect(read(Buffer.from(text), size)).toBe(text);
      expect(read(Buffer.from(`\uFEFF${text}`), size)).toBe(text);
      expect(read(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]), size)).toBe(text);
      expect(read(Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be]), size)).toBe(text);
    }
  });

  it("joins a line of many pieces once", () => {
    const blocks = createLineBlocks();
    const piece = Buffer.alloc(1024, "x");
    const concat = Buffer.concat;
    let joined = 0;
    Buffer.concat = (list, size) => {
      joined += 1;
      return concat(list, size);
    };
    try {
      for (let at = 0; at < 1000; at += 1) blocks.push(piece);
      expect(blocks.push(Buffer.from("\n"))).toHaveLength(1000 * 1024 + 1);
    } finally {
      Buffer.concat = concat;
    }
    expect(joined).toBe(1);
  });

  it("knows a binary file by its first NUL", () => {
    expect(read(Buffer.from("a\nb\0c\n"), 2)).toBe(undefined);
  });

  it("drops the rest of a line that does not end", () => {
    const blocks = createLineBlocks();
    const piece = Buffer.alloc(33 * 1024 * 1024, "x");
    expect(blocks.push(piece)?.length).toBe(0);
    expect(blocks.push(piece)?.length).toBe(66 * 1024 * 1024 + 1);
    expect(blocks.push(piece)?.length).toBe(0);
    expect(blocks.push(Buffer.from("y\nnext\n"))?.toString()).toBe("next\n");
  });
});

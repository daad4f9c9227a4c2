import { describe, expect, it } from "vitest";
import { bufferOf } from "./buffer.js";
import { layOut } from "./layout.js";

describe("layOut", () => {
  it("indents further rows by the prompt and finds the cursor", () => {
    expect(layOut(bufferOf("one\ntwo"), { columns: 20, height: 5, prompt: "> " })).toEqual({
      rows: ["> one", "  two"],
      row: 1,
      column: 5,
    });
    expect(layOut({ text: "one\ntwo", cursor: 1 }, { columns: 20, height: 5, prompt: "> " })).toMatchObject({
      row: 0,
      column: 3,
    });
  });

  it("breaks rows by cells, never inside a character, and leaves the last column free", () => {
    const { rows, row, column } = layOut(bufferOf("漢字漢字漢字"), { columns: 9, height: 5, prompt: "> " });
    expect(rows).toEqual(["> 漢字漢", "  字漢字"]);
    expect([row, column]).toEqual([1, 8]);
  });

  it("shows tabs as blanks and counts them", () => {
    expect(layOut({ text: "\ta", cursor: 1 }, { columns: 20, height: 3, prompt: "> " })).toEqual({
      rows: [">     a"],
      row: 0,
      column: 6,
    });
  });

  it("shows the part of a long text around the cursor", () => {
    const text = Array.from({ length: 10_000 }, (_, at) => `line ${at}`).join("\n");
    const end = layOut(bufferOf(text), { columns: 40, height: 4, prompt: "> " });
    expect(end.rows).toEqual(["… line 9996", "  line 9997", "  line 9998", "  line 9999"]);
    const top = layOut({ text, cursor: 0 }, { columns: 40, height: 3, prompt: "> " });
    expect(top).toEqual({ rows: ["> line 0", "  line 1", "  line 2"], row: 0, column: 2 });
  });

  it("keeps the cursor inside the height when one line fills it", () => {
    const { rows, row } = layOut(bufferOf("x".repeat(500)), { columns: 20, height: 4, prompt: "> " });
    expect(rows).toHaveLength(4);
    expect(row).toBe(3);
  });
});

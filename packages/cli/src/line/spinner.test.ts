import { describe, expect, it } from "vitest";
import { createStyle } from "../output/style.js";
import { widthOf } from "./render/width.js";
import { createTokenCount, spinnerLine } from "./spinner.js";

const PLAIN = createStyle({ isTTY: false }, {});
const state = { word: "Thinking", ms: 3100, tokens: 1234 };

describe("spinnerLine", () => {
  it("tells what is done, how long, and the tokens", () => {
    expect(spinnerLine(state, 80, PLAIN)).toBe("⠴ Thinking · 3 s · 1234 tokens · Esc cancels");
    expect(spinnerLine({ ...state, ms: 125_000, tokens: 56_789 }, 80, PLAIN)).toContain(
      "2 min 5 s · 57k tokens",
    );
    expect(spinnerLine({ ...state, tail: "compiling a.ts" }, 80, PLAIN)).toContain(
      "Esc cancels · compiling a.ts",
    );
  });

  it("shows what is typed, its end first, whatever the width", () => {
    expect(spinnerLine({ ...state, draft: "and then" }, 80, PLAIN)).toBe(
      "⠴ Thinking · 3 s · 1234 tokens > and then▏",
    );
    expect(spinnerLine({ ...state, draft: "one\ntwo" }, 80, PLAIN)).toContain("> (2 lines) two▏");
    expect(spinnerLine({ ...state, draft: "x".repeat(100) }, 30, PLAIN)).toContain("x▏");
  });

  it.each([1, 5, 12, 19, 40])("never fills more than %i cells", (columns) => {
    for (const draft of ["", "hello", "漢字漢字漢字漢字漢字", "x".repeat(300)])
      expect(
        widthOf(spinnerLine({ ...state, draft, tail: "tail of it" }, columns, PLAIN)),
      ).toBeLessThanOrEqual(Math.max(columns, 6));
  });
});

describe("createTokenCount", () => {
  it("estimates until the server says", () => {
    const count = createTokenCount();
    count.text(400);
    expect(count.read()).toBe(100);
    count.report({ input: 9, cacheRead: 17_102, output: 50 });
    expect(count.read()).toBe(17_161);
    count.text(40);
    expect(count.read()).toBe(17_171);
  });
});

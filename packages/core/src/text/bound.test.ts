import { describe, expect, it } from "vitest";
import { boundText } from "./bound.js";

describe("boundText", () => {
  it("leaves what fits", () => {
    expect(boundText("abc", 3, "middle")).toBe("abc");
    expect(boundText("", 0, "end")).toBe("");
  });

  it("cuts the end and says how much is missing", () => {
    const out = boundText("x".repeat(1000), 200, "end", "read from line 9");
    expect(out.length).toBeGreaterThan(195);
    expect(out.length).toBeLessThanOrEqual(200);
    expect(out).toMatch(/^x+\n\[\.\.\. (\d+) characters left out — read from line 9 \.\.\.\]$/);
    expect(Number(/\d+/.exec(out)?.[0]) + out.indexOf("\n")).toBe(1000);
  });

  it("cuts the middle and keeps both ends", () => {
    const text = `HEAD${"x".repeat(1000)}TAIL`;
    const out = boundText(text, 300, "middle");
    expect(out.length).toBeLessThanOrEqual(300);
    expect(out.startsWith("HEAD")).toBe(true);
    expect(out.endsWith("TAIL")).toBe(true);
    const missing = Number(/\[\.\.\. (\d+)/.exec(out)?.[1]);
    const kept = out.split(/\n\[.*\]\n/).join("").length;
    expect(missing + kept).toBe(text.length);
  });

  it("never cuts inside a surrogate pair", () => {
    const text = "😀".repeat(500);
    for (let max = 100; max < 140; max += 1)
      for (const where of ["end", "middle"] as const) {
        const out = boundText(text, max, where);
        expect(/^(?:[^\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/.test(out)).toBe(true);
        expect(out.length).toBeLessThanOrEqual(max);
      }
  });
});

it("cuts at line ends where one is near, and keeps to any limit", () => {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i} 🛠`).join("\n");
  const [head, tail] = boundText(lines, 300, "middle").split(/\[.*\]\n/);
  expect(head?.endsWith("\n")).toBe(true);
  expect(tail?.startsWith("line ")).toBe(true);
  for (let max = 0; max < 200; max += 1)
    for (const where of ["end", "middle"] as const) {
      const cut = boundText(lines, max, where);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(Buffer.from(cut).toString()).toBe(cut);
    }
});

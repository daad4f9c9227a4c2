import { describe, expect, it } from "vitest";
import { createRunawayGuard, runawayText, type Runaway } from "./runaway.js";

function feed(text: string, size = 1): Runaway | undefined {
  const guard = createRunawayGuard();
  for (let at = 0; at < text.length; at += size) {
    const found = guard.push(text.slice(at, at + size));
    if (found) return found;
  }
  return undefined;
}

describe("runaway guard", () => {
  it.each([4, 5, 17, 63, 64])(
    "finds a pattern of %i characters as soon as 256 characters repeat it",
    (length) => {
      const pattern = Array.from({ length }, (_, i) => String.fromCharCode(33 + i)).join("");
      const found = feed(`{"command":"${pattern.repeat(200)}`);
      expect(found?.reason).toBe("repeats");
      expect(found?.sample).toHaveLength(length);
      expect(found?.chars).toBeLessThan(12 + 256 + 64);
    },
  );

  it.each([1, 3, 64, 255, 5000])("finds it in deltas of %i characters", (size) => {
    expect(feed("start " + "abcdef".repeat(500), size)?.reason).toBe("repeats");
  });

  it("leaves rules, padding and zeros alone below 4,096 characters", () => {
    for (const pattern of ["-", "0", "=-", "ab ", " "]) {
      expect(feed("x" + pattern.repeat(Math.floor(4000 / pattern.length)))).toBeUndefined();
      expect(feed("x" + pattern.repeat(4200))?.reason).toBe("repeats");
    }
  });

  it("leaves real text, long lines and patterns over 64 characters alone", () => {
    const source = Array.from({ length: 3000 }, (_, i) => `line ${i}: const value${i} = ${i * 7};\\n`).join(
      "",
    );
    expect(feed(source, 7)).toBeUndefined();
    const long = Array.from({ length: 65 }, (_, i) => String.fromCharCode(33 + i)).join("");
    expect(feed(long.repeat(40))).toBeUndefined();
  });

  it("stops arguments of more than 256 KB", () => {
    let text = "";
    for (let i = 0; text.length <= 262_144; i += 1) text += `${i},`;
    expect(feed(text.slice(0, 262_144), 100)).toBeUndefined();
    expect(feed(text, 100)?.reason).toBe("too_long");
  });

  it("says what happened", () => {
    expect(runawayText({ reason: "repeats", chars: 300, sample: 'ab"\n' })).toMatchInlineSnapshot(
      `"[error: the model's tool call ran away: its arguments repeat the same pattern (300 characters so far: ab\\"\\n) — generation stopped; rephrase the request, or try another model]"`,
    );
  });
});

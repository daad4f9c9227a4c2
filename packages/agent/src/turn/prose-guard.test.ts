import { describe, expect, it } from "vitest";
import { createProseGuard, proseRunawayText } from "./prose-guard.js";

/** Feeds a text in pieces of a few characters, `speed` characters a second; gives the finding. */
function watch(text: string, speed = 400) {
  let at = 0;
  const guard = createProseGuard(() => (at / speed) * 1000);
  for (; at < text.length; at += 7) {
    const found = guard.push(text.slice(at, at + 7));
    if (found) return found;
  }
  return undefined;
}
const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join("");

describe("what ran away", () => {
  it.each([
    ["a sentence", "I will now read the file again. "],
    ["a paragraph", `${"The next step is to look at the module and see. ".repeat(8)}\n\n`],
    ["a table row of zeros", "| 0 | 0 | 0 |\n"],
    ["one character", "="],
    ["blank lines", "\n"],
  ])("is stopped: %s", (_what, pattern) => {
    const found = watch(`Here it comes.\n${pattern.repeat(Math.ceil(40_000 / pattern.length))}`);
    expect(found?.reason).toBe("repeats");
    expect(found?.chars).toBeLessThan(28_000);
    expect(watch(pattern.repeat(Math.ceil(340_000 / pattern.length)), 1e6)?.reason).toBe("repeats");
  });
  it("is stopped when it comes in large pieces, and beyond two million characters", () => {
    const guard = createProseGuard(() => 0);
    const found = Array.from({ length: 20 }, () => guard.push("again and ".repeat(2000))).find(
      (one) => one !== undefined,
    );
    expect(found?.reason).toBe("repeats");
    let text = "";
    for (let i = 0; text.length < 2_004_000; i += 1) text += `${i} `;
    expect(createProseGuard(() => 0).push(text)).toMatchObject({ reason: "too_long" });
  });
  it("is told with a piece of it", () => {
    expect(proseRunawayText("text", { reason: "repeats", chars: 16_500, sample: "again. " })).toBe(
      "[error: the model's answer ran away: it repeats the same pattern (16500 characters so far: again. ) — generation stopped; rephrase the request, or try another model]",
    );
  });
});

describe("what only repeats itself", () => {
  it.each([
    ["a rule of 2,000 signs", `${"-".repeat(2000)}\n`],
    ["a table of a thousand rows", lines(1000, (i) => `| ${i} | 0 | 0 | ok | ${i % 7} |`)],
    ["an empty table form", lines(300, () => "|      |      |      |")],
    [
      "a log",
      lines(
        2000,
        (i) =>
          `2026-01-01T00:${String(Math.floor(i / 60) % 60).padStart(2, "0")}:${String(i % 60).padStart(2, "0")} INFO worker ${i % 4}: heartbeat`,
      ),
    ],
    [
      "the same log line 200 times",
      lines(200, () => "INFO worker: heartbeat received, nothing to do, sleeping"),
    ],
    [
      "a hex dump of zeros",
      lines(1500, (i) => `${(i * 16).toString(16).padStart(8, "0")}  ${"00 ".repeat(16)} |................|`),
    ],
    ["a matrix of zeros", lines(100, () => "0, ".repeat(50))],
    ["generated code", lines(800, (i) => `  if (code === ${i}) return "E${i}";`)],
    ["base64 of zeros", "A".repeat(12_000)],
    ["nested brackets", `${"[".repeat(4000)}${"]".repeat(4000)}`],
    ["a list of equal words", lines(500, (i) => `- [ ] step ${i + 1}`)],
  ])("is left alone: %s", (_what, text) => {
    expect(watch(text)).toBeUndefined();
  });
  it("is left alone when it was asked for and comes at once: 300 KB of a word", () => {
    expect(watch("word ".repeat(60_000), 1e6)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { createLoopDetector, LOOP_MARKER, type LoopVerdict } from "./detector.js";

const call = (tool: string, input: unknown = {}, output = "same", ok = true) => ({ tool, input, output, ok });
const kinds = (verdicts: LoopVerdict[]): string => verdicts.map((verdict) => verdict.kind[0]).join("");

describe("loop detector", () => {
  it("marks from the third identical call on and stops at the sixth", () => {
    const detector = createLoopDetector();
    const verdicts = Array.from({ length: 6 }, () =>
      detector.record(call("edit_file", { path: "a" }, "no match", false)),
    );
    expect(kinds(verdicts)).toBe("nnmmms");
    expect(verdicts[2]).toEqual({ kind: "marked", text: LOOP_MARKER });
    expect(verdicts[5]).toMatchInlineSnapshot(`
      {
        "kind": "stop",
        "text": "[error: the model repeated the same edit_file call 6 times in a row with the same failing result — turn stopped by the loop detector; rephrase the request, or fix what the tool kept reporting]",
      }
    `);
  });

  it("says failing only when the call failed", () => {
    const detector = createLoopDetector();
    let last: LoopVerdict = { kind: "none" };
    for (let i = 0; i < 6; i += 1) last = detector.record(call("bash", { command: "true" }));
    expect(last.kind === "stop" && last.text).toBe(
      "[error: the model repeated the same bash call 6 times in a row with the same result — turn stopped by the loop detector; rephrase the request]",
    );
  });

  it.each([
    ["another tool", call("grep")],
    ["another input", call("bash", { command: "ls -a" })],
    ["another output", call("bash", {}, "other")],
  ])("starts the count again after %s", (_what, other) => {
    const detector = createLoopDetector();
    const verdicts = [call("bash"), call("bash"), other, call("bash"), call("bash")].map((c) =>
      detector.record(c),
    );
    expect(kinds(verdicts)).toBe("nnnnn");
  });

  it("compares inputs whatever the order of their keys", () => {
    const detector = createLoopDetector();
    const verdicts = [
      detector.record(call("t", { a: 1, b: { c: 2, d: 3 } })),
      detector.record(call("t", { b: { d: 3, c: 2 }, a: 1 })),
      detector.record(call("t", { a: 1, b: { c: 2, d: 3 } })),
    ];
    expect(kinds(verdicts)).toBe("nnm");
  });

  it("sees a difference at the very end of a long output", () => {
    const detector = createLoopDetector();
    const long = "x".repeat(1_000_000);
    const verdicts = ["a", "b", "c"].map((end) => detector.record(call("bash", {}, long + end)));
    expect(kinds(verdicts)).toBe("nnn");
  });

  it("finds cycles of two and of three calls", () => {
    const two = createLoopDetector();
    const pair = Array.from({ length: 12 }, (_, i) => two.record(call(i % 2 ? "b" : "a")));
    expect(kinds(pair)).toBe("nnnnnmmmmmms");
    expect(pair[5]).toMatchObject({ text: expect.stringContaining("the same 2 calls (a, b)") as string });
    const three = createLoopDetector();
    const triple = Array.from({ length: 18 }, (_, i) => three.record(call("abc"[i % 3] ?? "")));
    expect(kinds(triple)).toBe("nnnnnnnnmmmmmmmmms");
  });

  it("counts anew after a stop and after a reset", () => {
    const detector = createLoopDetector();
    for (let i = 0; i < 6; i += 1) detector.record(call("bash"));
    expect(detector.record(call("bash")).kind).toBe("none");
    detector.record(call("bash"));
    detector.reset();
    expect(detector.record(call("bash")).kind).toBe("none");
  });

  it("does not take a polling call whose answer changes for a loop", () => {
    const detector = createLoopDetector();
    const verdicts = Array.from({ length: 50 }, (_, i) =>
      detector.record(call("bash", { command: "date" }, String(i))),
    );
    expect(new Set(verdicts.map((v) => v.kind))).toEqual(new Set(["none"]));
  });
});

import { describe, expect, it } from "vitest";
import { COUNTERS, createKit } from "./transcript-kit.js";

describe("what went wrong", () => {
  it("is read to its end where a tool says it in one line, up to the lines of a preview", () => {
    const kit = createKit();
    kit.plan("a", "nosuch", "nosuch");
    kit.done("a", '[unknown tool "nosuch" — tools: bash, read_file, write_file, edit_file]', {
      ok: false,
      code: "not_found",
      ms: 1,
    });
    expect(kit.rows(40)).toEqual([
      "‣ nosuch  ✗ not found",
      '    [unknown tool "nosuch" — tools:',
      "    bash, read_file, write_file,",
      "    edit_file]",
    ]);
    kit.plan("b", "bash", "x");
    kit.done("b", "word ".repeat(40), { ok: false, ms: 1 });
    expect(kit.rows(40).slice(5)).toEqual([
      "‣ bash  x  ✗",
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^ {4}word/)),
    ]);
    kit.transcript.toggle("newest");
    expect(kit.rows(40).slice(6).join(" ").match(/word/g)).toHaveLength(40);
  });

  it("of a turn that did nothing stands alone; a long turn is told in minutes", () => {
    const kit = createKit();
    const none = { ...COUNTERS, byLabel: [], usage: { input: 0, output: 0 } };
    kit.end({ reason: "error", message: "401 invalid api key", counters: { ...none, ms: 20 } });
    expect(kit.rows()).toEqual(["✗ 401 invalid api key"]);
    kit.end({
      reason: "refusal",
      message: "[error: the model refused to answer]",
      counters: { ...none, ms: 20 },
    });
    expect(kit.rows().at(-1)).toBe("✗ the model refused to answer");
    kit.end({ counters: { ...none, ms: 91_600 } });
    expect(kit.rows().at(-1)).toBe("1 min 31 s");
  });
});

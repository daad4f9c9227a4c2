import { describe, expect, it } from "vitest";
import { echo, setup } from "./fixtures/dispatch-kit.js";

describe("hooks", () => {
  const say = echo("say", "think");

  it("run in order: the first refusal ends the call, a changed input is validated again, after-hooks append", async () => {
    const { run } = setup({
      tools: [say],
      hooks: [
        {
          plugin: "one",
          guard: false,
          hooks: {
            beforeTool: ({ input }) => ({ input: { text: `${(input as { text: string }).text}!` } }),
            afterTool: () => ({ append: "(seen)" }),
          },
        },
        {
          plugin: "two",
          guard: false,
          hooks: {
            beforeTool: ({ input }) =>
              (input as { text: string }).text === "no!" ? { refuse: "because" } : undefined,
          },
        },
      ],
    });
    expect((await run(["say", { text: "yes" }]))[0]?.result.text).toBe("yes!\n(seen)");
    expect((await run(["say", { text: "no" }]))[0]?.result).toEqual({
      ok: false,
      code: "denied",
      text: "[say refused by two: because]",
    });
    const invalid = setup({
      tools: [say],
      hooks: [{ plugin: "bad", guard: false, hooks: { beforeTool: () => ({ input: { text: 7 } }) } }],
    });
    expect((await invalid.run(["say", { text: "x" }]))[0]?.result.code).toBe("denied");
  });

  it("that throw are reported and skipped, but a guard refuses", async () => {
    const hooks = {
      beforeTool: () => Promise.reject(new Error("oops")),
      afterTool: () => Promise.reject(new Error("late oops")),
    };
    const open = setup({ tools: [say], hooks: [{ plugin: "p", guard: false, hooks }] });
    expect((await open.run(["say", { text: "x" }]))[0]?.result.text).toBe("x");
    expect(open.events.filter((event) => event.type === "error").map((event) => event.message)).toEqual([
      "plugin p: beforeTool failed: oops",
      "plugin p: afterTool failed: late oops",
    ]);
    const closed = setup({ tools: [say], hooks: [{ plugin: "g", guard: true, hooks }] });
    expect((await closed.run(["say", { text: "x" }]))[0]?.result).toEqual({
      ok: false,
      code: "denied",
      text: "[say refused: guard plugin g: beforeTool failed: oops]",
    });
  });
});

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { LOOP_MARKER } from "../loop/detector.js";
import type { Ctx, Tool, ToolKind } from "../tool/types.js";
import { answering, echo, setup, type Text } from "./fixtures/dispatch-kit.js";

describe("one call", () => {
  it("is planned, started and done, in that order, with its text", async () => {
    const { run, types, events } = setup({ tools: [echo("say", "think", { icon: "!", busy: "Saying" })] });
    const [outcome] = await run(["say", '{"text":"hi"}']);
    expect(outcome).toMatchObject({
      tool: "say",
      kind: "think",
      input: { text: "hi" },
      result: { text: "hi" },
    });
    expect(types()).toEqual(["tool.planned", "tool.started", "tool.done"]);
    expect(events[1]).toMatchObject({ busy: "Saying" });
    expect(events[0]).toMatchObject({ icon: "!", title: "say", input: { text: "hi" } });
  });

  it("with an unknown name or a wrong input fails with a text and runs nothing", async () => {
    let ran = false;
    const { run, types } = setup({ tools: [echo("say", "think", { run: () => ((ran = true), "") })] });
    const [unknown] = await run(["shout", "{}"]);
    expect(unknown?.result).toMatchObject({ ok: false, code: "not_found" });
    const [wrong] = await run(["say", '{"txt": 1}']);
    expect(wrong?.result).toMatchObject({ ok: false, code: "invalid_input" });
    expect(wrong?.result.text).toContain("text");
    expect(ran).toBe(false);
    expect(types()).toEqual(["tool.planned", "tool.done", "tool.planned", "tool.done"]);
  });

  it("that throws is an internal error that ends neither the turn nor the process", async () => {
    const broken = echo("broken", "think", { run: () => Promise.reject(new Error("out of luck")) });
    const planless = echo("planless", "think", { plan: () => Promise.reject(new Error("no plan")) });
    const { run } = setup({ tools: [broken, planless, echo("say", "think")] });
    const outcomes = await run(["broken", { text: "" }], ["planless", { text: "" }], ["say", { text: "on" }]);
    expect(outcomes.map((o) => o.result.text)).toEqual([
      "[broken: internal error: out of luck]",
      "[planless: internal error: no plan]",
      "on",
    ]);
    expect(outcomes[0]).toMatchObject({
      result: { ok: false, code: "internal" },
      defect: expect.stringContaining("out of luck") as string,
    });
  });

  it("that is refused by its plan asks nobody", async () => {
    const { asked, ask } = answering();
    const tool = echo("edit", "edit", {
      plan: () => ({ title: "a.txt", refuse: { text: "no match", code: "not_found" } }),
    });
    const { run } = setup({ mode: "ask", tools: [tool], ask });
    expect((await run(["edit", { text: "" }]))[0]?.result).toEqual({
      ok: false,
      code: "not_found",
      text: "no match",
    });
    expect(asked).toEqual([]);
  });

  it("has its output bounded in the middle, at the end, or by itself", async () => {
    const tools = (["middle", "end", "self"] as const).map((bound) => echo(bound, "think", { bound }));
    const { run } = setup({ tools, limits: { maxOutput: 200 } });
    const long = `A${"x".repeat(5000)}Z`;
    const [middle, end, self] = await run(
      ["middle", { text: long }],
      ["end", { text: long }],
      ["self", { text: long }],
    );
    expect(middle?.result.text).toMatch(/^Ax+\n\[\.\.\. \d+ characters left out — .*\]\nx+Z$/);
    expect(end?.result.text).toMatch(/^Ax+\n\[\.\.\. \d+ characters left out — .*\]$/);
    expect(self?.result.text).toBe(long);
  });

  it("cannot report progress after it has settled", async () => {
    let late: () => void = () => {};
    const tool = echo("say", "think", {
      run: (_input, ctx) => {
        ctx.progress({ type: "text", text: "early" });
        late = () => ctx.progress({ type: "text", text: "late" });
        return "done";
      },
    });
    const { run, events } = setup({ tools: [tool] });
    await run(["say", { text: "" }]);
    late();
    expect(events.filter((event) => event.type === "tool.progress")).toHaveLength(1);
  });
});

describe("a tool that breaks the contract", () => {
  it.each<[unknown, string]>([
    [{ text: 5 }, "an object without a text"],
    [undefined, "undefined"],
    [null, "null"],
    [7, "number"],
    [{ text: "", ok: "no" }, "{ok: string}"],
  ])("by giving %j has an internal error as its result", async (given, what) => {
    const { run } = setup({
      tools: [echo("odd", "think", { run: () => given as string }), echo("say", "think")],
    });
    const [odd, next] = await run(["odd", { text: "" }], ["say", { text: "on" }]);
    expect(odd?.result).toMatchObject({ ok: false, code: "internal" });
    expect(odd?.result.text).toContain(what);
    expect(next?.result.text).toBe("on");
  });

  it("with a refusal of the workspace has that as its result", async () => {
    const read = (_input: unknown, ctx: Ctx) => ctx.workspace.readText("missing.txt");
    const reads = echo("reads", "read", { run: read });
    const plans = echo("plans", "read", { plan: async (input, ctx) => ({ title: await read(input, ctx) }) });
    const { run } = setup({ tools: [reads, plans] });
    for (const outcome of await run(["reads", { text: "" }], ["plans", { text: "" }])) {
      expect(outcome.result).toMatchObject({ ok: false, code: "not_found" });
      expect(outcome.result.text).toContain("missing.txt");
      expect(outcome.defect).toBeUndefined();
    }
  });

  it("by never ending its plan or a hook still ends with the signal", async () => {
    const never = (): Promise<never> => new Promise(() => {});
    const planner = echo("planner", "read", { plan: never });
    const say = echo("say", "think");
    for (const one of [
      setup({ tools: [planner] }),
      setup({ tools: [say], hooks: [{ plugin: "p", guard: true, hooks: { beforeTool: never } }] }),
    ]) {
      const name = one.dispatcher.tools[0]?.name ?? "";
      const [outcome] = await one.dispatcher.run(one.calls([name, { text: "" }]), AbortSignal.timeout(30));
      expect(outcome?.result).toEqual({ ok: false, code: "cancelled", text: "[cancelled before it ran]" });
    }
  });

  it("may be called with what JSON cannot hold", async () => {
    let deep: unknown = "x";
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    const { run } = setup({ tools: [echo("say", "think")] });
    expect((await run(["say", { text: deep }]))[0]?.result.ok).toBe(false);
  });
});

describe("several calls of one answer", () => {
  const traced = (name: string, kind: ToolKind, log: string[], more: Partial<Tool<Text>> = {}): Tool =>
    echo(name, kind, {
      run: async ({ text: given }) => {
        log.push(`${name}+`);
        await sleep(30);
        log.push(`${name}-`);
        return given;
      },
      ...more,
    });

  it("run side by side when they only read, and keep their order in the results", async () => {
    const log: string[] = [];
    const slow = echo("slow", "search", { run: async () => (await sleep(60), log.push("slow"), "slow") });
    const { run, events } = setup({
      tools: [slow, echo("quick", "read", { run: () => (log.push("quick"), "quick") })],
    });
    const outcomes = await run(["slow", { text: "" }], ["quick", { text: "" }]);
    expect(log).toEqual(["quick", "slow"]);
    expect(outcomes.map((o) => o.result.text)).toEqual(["slow", "quick"]);
    expect(events.filter((e) => e.type === "tool.done").map((e) => e.tool)).toEqual(["slow", "quick"]);
  });

  it("wait for each other where one changes something", async () => {
    const log: string[] = [];
    const { run } = setup({
      tools: [
        traced("a", "read", log),
        traced("b", "edit", log),
        traced("c", "read", log),
        traced("d", "execute", log, { parallel: true }),
      ],
    });
    await run(["a", { text: "" }], ["b", { text: "" }], ["c", { text: "" }], ["d", { text: "" }]);
    expect(log).toEqual(["a+", "a-", "b+", "b-", "c+", "d+", "c-", "d-"]);
  });

  it("are barriers when only their plan says that they change something", async () => {
    const log: string[] = [];
    const rename = traced("rename", "read", log, { plan: () => ({ title: "r", kind: "edit" }) });
    const { run } = setup({ tools: [traced("a", "read", log), rename, traced("c", "read", log)] });
    await run(["a", { text: "" }], ["rename", { text: "" }], ["c", { text: "" }]);
    expect(log).toEqual(["a+", "a-", "rename+", "rename-", "c+", "c-"]);
  });

  it("are planned when their turn comes", async () => {
    let written = "";
    const write = echo("write", "edit", { run: ({ text: given }) => ((written = given), "") });
    const edit = echo("edit", "edit", { plan: () => ({ title: `sees ${written}` }) });
    const { run } = setup({ tools: [write, edit] });
    expect((await run(["write", { text: "new" }], ["edit", { text: "" }]))[1]?.title).toBe("sees new");
  });

  it("never run more than four at once", async () => {
    let now = 0;
    let most = 0;
    const busy = echo("busy", "read", {
      run: async () => ((most = Math.max(most, (now += 1))), await sleep(10), (now -= 1), ""),
    });
    const { run } = setup({ tools: [busy] });
    await run(...Array.from({ length: 12 }, (): [string, unknown] => ["busy", { text: "" }]));
    expect(most).toBe(4);
  });
});

describe("a cancel", () => {
  it("reaches the running tool, answers the open question and gives every call an outcome", async () => {
    const abort = new AbortController();
    const waits = echo("waits", "execute", {
      run: (_input, ctx) =>
        new Promise((resolve) =>
          ctx.signal.addEventListener("abort", () =>
            resolve({ ok: false, code: "cancelled", text: "[error: cancelled]" }),
          ),
        ),
    });
    const { dispatcher, calls } = setup({ tools: [waits] });
    setTimeout(() => abort.abort(), 30);
    const outcomes = await dispatcher.run(
      calls(["waits", { text: "" }], ["waits", { text: "" }]),
      abort.signal,
    );
    expect(outcomes.map((o) => o.result.text)).toEqual(["[error: cancelled]", "[cancelled before it ran]"]);

    const asking = setup({ mode: "ask", tools: [waits], ask: () => new Promise(() => {}) });
    const second = new AbortController();
    setTimeout(() => second.abort(), 30);
    const [open] = await asking.dispatcher.run(asking.calls(["waits", { text: "" }]), second.signal);
    expect(open?.result.code).toBe("cancelled");
    expect(asking.events.find((event) => event.type === "permission.answered")).toMatchObject({
      answer: { outcome: "cancelled" },
    });
  });

  it("does not wait for a tool that ignores it", async () => {
    const deaf = echo("deaf", "execute", { run: () => new Promise(() => {}) });
    const { dispatcher, calls } = setup({ tools: [deaf] });
    const [outcome] = await dispatcher.run(calls(["deaf", { text: "" }]), AbortSignal.timeout(20));
    expect(outcome?.result).toEqual({
      ok: false,
      code: "cancelled",
      text: "[deaf: cancelled, but it did not end in time]",
    });
  });
});

describe("the loop detector", () => {
  it("marks the third result, ends with the sixth and runs nothing behind it", async () => {
    const { run } = setup({ tools: [echo("say", "think", { bound: "end" })], limits: { maxOutput: 100 } });
    const same = Array.from({ length: 7 }, (): [string, unknown] => ["say", { text: "x".repeat(500) }]);
    const outcomes = [];
    for (const call of same.slice(0, 5)) outcomes.push(...(await run(call)));
    expect(outcomes.map((o) => o.result.text.endsWith(LOOP_MARKER))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    const [sixth, seventh] = await run(["say", { text: "x".repeat(500) }], ["say", { text: "y" }]);
    expect(sixth).toMatchObject({
      stop: expect.stringContaining("6 times in a row") as string,
      result: { ok: false, code: "loop" },
    });
    expect(seventh?.result.text).toBeDefined();
  });

  it("hashes the whole output, not the part that is shown", async () => {
    let count = 0;
    const growing = echo("say", "think", { bound: "end", run: () => `${"x".repeat(500)}${(count += 1)}` });
    const { run } = setup({ tools: [growing], limits: { maxOutput: 100 } });
    const outcomes = [];
    for (let i = 0; i < 8; i += 1) outcomes.push(...(await run(["say", { text: "" }])));
    expect(outcomes.some((o) => o.result.text.includes("LOOP_DETECTED"))).toBe(false);
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { defineTool } from "../tool/define-tool.js";
import type { Tool } from "../tool/types.js";
import { testTool, type Finding } from "./test-tool.js";

const broken = (findings: Finding[]): string[] =>
  findings.filter((f) => !f.ok).map((f) => `${f.rule}: ${f.detail}`);
const input = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const;
const base = { name: "size", kind: "read" as const, description: "Tells the size of a file.", input };

it("finds nothing wrong with a tool that keeps the contract", async () => {
  const tool = defineTool({
    ...base,
    plan: ({ path }) => ({ title: path }),
    run: async ({ path }, ctx) => {
      const found = await ctx.workspace.stat(path);
      return found
        ? { text: `${found.size} bytes` }
        : { ok: false, code: "not_found", text: `${path} does not exist` };
    },
  }) as Tool;
  const findings = await testTool(tool, {
    inputs: [{ path: "a.txt" }, { path: "missing" }],
    setup: (folder) => writeFileSync(join(folder, "a.txt"), "abc"),
  });
  expect(broken(findings)).toEqual([]);
  expect(findings).toHaveLength(11);
});

it("names every rule that a tool breaks", async () => {
  const tool = defineTool({
    ...base,
    description: "Bad.",
    bound: "self",
    plan: (_input, ctx) => (writeFileSync(join(ctx.cwd, "side-effect"), ""), { title: " " }),
    run: ({ path }, ctx) =>
      ctx.signal.aborted
        ? new Promise(() => {})
        : path === "throw"
          ? Promise.reject(new Error("bug"))
          : { ok: false, text: "x".repeat(30_000) },
  }) as Tool;
  const findings = await testTool(tool, { inputs: [{ path: "a" }, { path: "throw" }, {}], abortMs: 30 });
  expect(broken(findings)).toEqual([
    "description: the description says too little for a model",
    "plan has no side effects: plan() changed the folder; the plan has no title",
    "result: a failure without a code",
    "output bound: 30000 characters, the limit is 20000",
    "plan has no side effects: plan() changed the folder; the plan has no title",
    "result: it threw: bug",
    expect.stringMatching(/^result: the input \{\} was refused: /) as string,
    "abort: still running 30 ms after its signal was aborted",
  ]);
});

it("finds a prepare that cannot stand what models send", async () => {
  const tool = defineTool({
    ...base,
    prepare: (raw) => ({ path: (raw as { path: string }).path.trim() }),
    run: () => "1",
  });
  const findings = await testTool(tool, { inputs: [{ path: "a" }] });
  expect(broken(findings)).toEqual([expect.stringMatching(/^wrong input: .* made it throw: /)]);
});

it("finds a call that goes on when it is aborted on its way, and takes one that rejects", async () => {
  const wait = (ms: number, signal: AbortSignal) => sleep(ms, "late", { signal });
  const deaf = defineTool({
    ...base,
    run: (_, { signal }) => (signal.aborted ? "cancelled" : sleep(400, "late")),
  });
  expect(broken(await testTool(deaf, { inputs: [{ path: "a" }], abortMs: 100 }))).toEqual([
    "abort: still running 100 ms after its signal was aborted",
  ]);
  const heeding = defineTool({ ...base, run: (_, { signal }) => wait(signal.aborted ? 9000 : 400, signal) });
  expect(broken(await testTool(heeding, { inputs: [{ path: "a" }], abortMs: 100 }))).toEqual([]);
});

it("ends for a tool that never does, and names what a tool gives instead of a result", async () => {
  const odd = (run: () => unknown) =>
    testTool({ ...base, run } as unknown as Tool, { inputs: [{ path: "a" }], runMs: 30, abortMs: 30 });
  expect(broken(await odd(() => new Promise(() => {})))).toContain("result: run() did not end in time");
  expect(broken(await odd(() => undefined))).toEqual([
    "result: it threw: run() gave undefined instead of a text or {text}",
  ]);
  expect(
    broken(
      await odd(() => {
        throw new Error("always");
      }),
    ),
  ).toEqual(["result: it threw: always"]);
});

it("takes a refusal by the workspace for an ordinary failure", async () => {
  const tool = defineTool({ ...base, run: ({ path }, ctx) => ctx.workspace.readText(path) }) as Tool;
  expect(broken(await testTool(tool, { inputs: [{ path: "missing" }] }))).toEqual([]);
});

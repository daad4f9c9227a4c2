import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../tool/define-tool.js";
import { patch, shell, view } from "./fixtures.js";
import { normaliseCall } from "./normalise-call.js";

const tools = [shell, view, patch];

describe("normaliseCall", () => {
  it("hands on the declared tool, the input and what was repaired", async () => {
    const call = { name: "functions.View_File", input: '{"file": "a", "start": "2", "why": "look",}' };
    expect(await normaliseCall(tools, call)).toEqual({
      ok: true,
      tool: view,
      input: { path: "a", start: 2 },
      notes: [
        'tool "functions.View_File" read as view_file',
        "trailing comma",
        "file: read as path",
        "start: string to integer",
        "why: left out",
      ],
    });
  });

  it("has no notes for a clean call", async () => {
    expect(await normaliseCall(tools, { name: "shell", input: { command: "ls" } })).toMatchObject({
      notes: [],
    });
  });

  it.each([
    ["git", '[unknown tool "git" — tools: shell, view_file, patch_file]'],
    [
      "view_files",
      '[unknown tool "view_files" — did you mean view_file? tools: shell, view_file, patch_file]',
    ],
    ["constructor", '[unknown tool "constructor" — tools: shell, view_file, patch_file]'],
  ])("names an unknown tool: %s", async (name, text) => {
    expect(await normaliseCall(tools, { name, input: "{}" })).toEqual({
      ok: false,
      code: "not_found",
      text,
      input: "{}",
    });
  });

  it("does not guess the tool of a call without a name", async () => {
    expect(await normaliseCall(tools, { name: " ", input: '{"command":"ls"}' })).toEqual({
      ok: false,
      code: "invalid_input",
      text: "[a call without a tool name cannot be run — tools: shell, view_file, patch_file]",
      input: '{"command":"ls"}',
    });
    expect(await normaliseCall([], { name: "x", input: {} })).toMatchObject({
      text: '[unknown tool "x" — no tools are declared]',
    });
  });

  it("bounds what it repeats and lists", async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ ...shell, name: `t${index}` }));
    const outcome = await normaliseCall(many, { name: "n".repeat(9000), input: {} });
    expect(outcome).toMatchObject({ ok: false });
    expect(!outcome.ok && outcome.text.length).toBeLessThan(500);
    expect(!outcome.ok && outcome.text.endsWith("t49, … 10 more]")).toBe(true);
  });

  it("puts the faults of fields and of values into one text", async () => {
    const call = { name: "view_file", input: { start: -1, end: "x", cwd: "/" } };
    expect(await normaliseCall(tools, call)).toEqual({
      ok: false,
      tool: view,
      code: "invalid_input",
      input: { start: -1, end: "x" },
      text: [
        "[view_file: invalid input, nothing was run]",
        "cwd is not a parameter; leave it out if the call means the same without it",
        "path is missing (string)",
        "start must be at least 0, got -1",
        'end must be an integer, got "x"',
        "view_file(path: string, start?: integer, end?: integer, numbered?: boolean)",
      ].join("\n"),
    });
  });

  it("gives a cut call back as it came", async () => {
    const input = '{"command":"rm -r';
    expect(await normaliseCall(tools, { name: "shell", input })).toMatchObject({
      ok: false,
      tool: shell,
      code: "invalid_input",
      input,
      text: expect.stringContaining("your output was cut off"),
    });
  });
});

describe("prepare", () => {
  const input = { type: "object", properties: { at: { type: "integer" } }, required: ["at"] } as const;
  const base = { name: "jump", kind: "other", description: "Jumps.", input, run: () => "" } as const;

  it("sees the fields as the model named them, before anything refuses them", async () => {
    const tool = defineTool({
      ...base,
      prepare: (raw) => {
        const { place, ...rest } = raw as Record<string, unknown>;
        return place === undefined ? rest : { ...rest, at: (place as string).slice(1) };
      },
    });
    expect(
      await normaliseCall([tool], { name: "jump", input: '{"arguments":{"place":"L7"}}' }),
    ).toMatchObject({
      ok: true,
      input: { at: 7 },
    });
  });

  it("that throws or returns no object is an internal error", async () => {
    const tool = defineTool({
      ...base,
      prepare: () => {
        throw new Error("boom");
      },
    });
    expect(await normaliseCall([tool], { name: "jump", input: { at: 1 } })).toEqual({
      ok: false,
      tool,
      code: "internal",
      text: "[jump: internal error: boom]",
      input: { at: 1 },
      defect: "boom",
    });
    const empty = defineTool({ ...base, prepare: () => undefined });
    expect(await normaliseCall([empty], { name: "jump", input: { at: 1 } })).toMatchObject({
      code: "internal",
      defect: "prepare must return an object",
    });
  });
});

describe("a Standard Schema", () => {
  it("gives defaults and transformations to run, and its issues to the model", async () => {
    const tool = defineTool({
      name: "wait",
      kind: "other",
      description: "Waits.",
      input: z.object({ ms: z.number().int().default(5), tag: z.string().transform((tag) => tag.length) }),
      run: () => "",
    });
    expect(await normaliseCall([tool], { name: "wait", input: '{"tag":"abc"}' })).toMatchObject({
      input: { ms: 5, tag: 3 },
    });
    const strict = defineTool({
      name: "wait",
      kind: "other",
      description: "Waits.",
      run: () => "",
      input: z.object({ tag: z.string().refine((tag) => tag !== "no", "may not be no") }),
    });
    expect(await normaliseCall([strict], { name: "wait", input: { tag: "no" } })).toMatchObject({
      ok: false,
      text: "[wait: invalid input, nothing was run]\ntag: may not be no\nwait(tag: string)",
    });
  });
});

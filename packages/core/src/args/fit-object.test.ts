import { describe, expect, it } from "vitest";
import { defineTool } from "../tool/define-tool.js";
import type { ObjectSchema } from "../schema/types.js";
import { patch, ping, save, shell, view } from "./fixtures.js";
import { readArguments, type ToolShape } from "./read-arguments.js";

/** The value, or the name of the field that refuses the call. */
function fit(tool: ToolShape, given: unknown): unknown {
  const outcome = readArguments(tool, given);
  return outcome.ok ? outcome.value : outcome.field;
}

function custom(properties: ObjectSchema["properties"], more: Partial<ObjectSchema> = {}): ToolShape {
  const input: ObjectSchema = { type: "object", ...(properties && { properties }), ...more };
  return defineTool({ name: "custom", kind: "other", description: "Custom.", input, run: () => "" });
}

describe("conversions that the schema asks for", () => {
  const tool = custom({
    n: { type: "integer" },
    x: { type: "number" },
    on: { type: "boolean" },
    s: { type: "string" },
    either: { type: ["string", "integer"] },
    maybe: { anyOf: [{ type: "integer" }, { type: "null" }] },
    words: { type: "array", items: { type: "string" } },
    box: { type: "object", properties: { n: { type: "integer" } } },
    free: { type: "object" },
    any: {},
    level: { enum: [1, 2] },
  });
  it.each([
    [{ n: "12" }, { n: 12 }],
    [{ n: " -3 " }, { n: -3 }],
    [{ n: "4.0" }, { n: 4 }],
    [{ n: "1e3" }, { n: 1000 }],
    [{ x: "2.5" }, { x: 2.5 }],
    [{ on: "true" }, { on: true }],
    [{ on: "False" }, { on: false }],
    [{ s: 7 }, { s: "7" }],
    [{ either: "12" }, { either: "12" }],
    [{ either: 12 }, { either: 12 }],
    [{ maybe: null }, { maybe: null }],
    [{ maybe: "5" }, { maybe: 5 }],
    [{ words: '["a", "b"]' }, { words: ["a", "b"] }],
    [{ words: [1, "b"] }, { words: ["1", "b"] }],
    [{ box: '{"n": "1"}' }, { box: { n: 1 } }],
    [{ box: "{'n': 1}" }, { box: { n: 1 } }],
    [{ free: { k: [1] } }, { free: { k: [1] } }],
    [{ any: "[1]" }, { any: "[1]" }],
    [{ level: "2" }, { level: 2 }],
    [{ n: null, s: null }, {}],
    [{ n: "", on: "" }, {}],
    [{ s: "" }, { s: "" }],
  ])("%j becomes %j", (given, value) => {
    expect(fit(tool, given)).toEqual(value);
  });

  it.each([
    { n: "ten" },
    { n: "12abc" },
    { n: "0x10" },
    { n: "007" },
    { n: 1.5 },
    { n: true },
    { n: "99999999999999999999" },
    { on: 1 },
    { on: "yes" },
    { s: 1.5 },
    { s: true },
    { s: ["a"] },
    { s: { a: 1 } },
    { words: "a" },
    { words: { a: 1 } },
  ])("%j stays as it is, for the validation to refuse", (given) => {
    expect(fit(tool, given)).toEqual(given);
  });
});

describe("an array of objects", () => {
  const one = { path: "a", edits: [{ old: "x", new: "y" }] };
  it.each([
    ["its JSON text", { path: "a", edits: '[{"old":"x","new":"y"}]' }],
    ["JSON text, encoded again", { path: "a", edits: JSON.stringify('[{"old":"x","new":"y"}]') }],
    ["Python text", { path: "a", edits: "[{'old': 'x', 'new': 'y'}]" }],
    ["one object", { path: "a", edits: { old: "x", new: "y" } }],
    ["one object as text", { path: "a", edits: '{"old":"x","new":"y"}' }],
    ["items as text", { path: "a", edits: ['{"old":"x","new":"y"}'] }],
    ["fields beside it", { path: "a", old: "x", new: "y" }],
    ["fields beside it, empty", { path: "a", old: "x", new: "y", edits: [] }],
    ["fields beside it, by another name", { path: "a", oldText: "x", new_string: "y" }],
    ["both forms, equal", { path: "a", old: "x", new: "y", edits: '[{"old":"x","new":"y"}]' }],
    ["items by another name", { path: "a", edits: [{ old_string: "x", newText: "y" }] }],
    [
      "inert fields in items",
      { path: "a", edits: [{ old: "x", new: "y", replace_all: false, reason: "because" }] },
    ],
  ])("from %s", (_, given) => {
    expect(fit(patch, given)).toEqual(one);
  });

  it("keeps raw line feeds of the text inside the text", () => {
    expect(fit(patch, { path: "a", edits: '[\n{"old":"x\n1","new":""}]' })).toEqual({
      path: "a",
      edits: [{ old: "x\n1", new: "" }],
    });
  });

  it.each([
    ["edits", { path: "a", edits: '[{"old":"x","new":"y"}' }],
    ["edits[0].new", { path: "a", edits: [{ old: "x" }] }],
    ["edits[0].new", { path: "a", old: "x" }],
    ["edits[1].old", { path: "a", edits: [{ old: "x", new: "y" }, { new: "z" }] }],
    ["old", { path: "a", old: "x", new: "y", edits: [{ old: "p", new: "q" }] }],
    ["edits[0].replace_all", { path: "a", edits: [{ old: "x", new: "y", replace_all: true }] }],
    ["edits", { path: "a", edits: null }],
  ])("refuses, naming %s", (field, given) => {
    expect(fit(patch, given)).toBe(field);
  });

  it("says that encoded JSON is broken", () => {
    const outcome = readArguments(patch, { path: "a", edits: '[{"old":"x' });
    expect(outcome).toMatchObject({
      text: expect.stringContaining(
        "edits holds JSON text that cannot be read: it ends before it is complete",
      ),
    });
  });
});

describe("synonyms", () => {
  it.each([
    [
      view,
      { file: "a", startLine: 2, line_end: 5, Numbered: true },
      { path: "a", start: 2, end: 5, numbered: true },
    ],
    [view, { "file-path": "a" }, { path: "a" }],
    [view, { path: "a", filename: "a" }, { path: "a" }],
    [view, { path: "a", start: 3, start_line: "3" }, { path: "a", start: 3 }],
    [view, { path: null, file_path: "a" }, { path: "a" }],
    [view, { path: "a", filePath: null }, { path: "a" }],
    [shell, { cmd: "ls" }, { command: "ls" }],
    [save, { file_path: "a", text: "t" }, { path: "a", content: "t" }],
    [
      patch,
      { path: "a", dryRun: "true", changes: [{ search: "x", replace: "y" }] },
      { path: "a", dry_run: true, edits: [{ old: "x", new: "y" }] },
    ],
  ])("%# %j", (tool, given, value) => {
    expect(fit(tool, given)).toEqual(value);
  });

  it.each([
    ["file_path", view, { path: "a", file_path: "b" }],
    ["filename", view, { file: "a", filename: "b" }],
    ["Path", view, { path: "a", Path: "b" }],
    ["offset", view, { path: "a", offset: 10, limit: 20 }],
    ["timeout_ms", shell, { command: "ls", timeout_ms: 1 }],
  ])("refuses %s", (field, tool, given) => {
    expect(fit(tool, given)).toBe(field);
  });

  it("do not touch a declared field, and need exactly one that fits", () => {
    expect(fit(custom({ file: { type: "string" }, path: { type: "string" } }), { file: "a" })).toEqual({
      file: "a",
    });
    const both = custom({ pattern: { type: "string" }, query: { type: "string" } });
    expect(fit(both, { search: "a" })).toBe("search");
    expect(fit(custom({ a_b: { type: "string" }, ab: { type: "string" } }), { "a-b": "x" })).toBe("a-b");
  });
});

describe("unknown fields", () => {
  it.each([
    [{ command: "ls", explanation: "look" }],
    [{ i: "Looking around", command: "ls", description: "list" }],
    [{ command: "ls", background: false, cwd: null, env: {}, args: [], stdin: "" }],
    [{ command: "ls", tool: "shell" }],
  ])("%j is run without what is inert", (given) => {
    expect(fit(shell, given)).toEqual({ command: "ls" });
  });

  it.each([
    ["cwd", { command: "ls", cwd: "/srv" }],
    ["background", { command: "ls", background: true }],
    ["description", { command: "ls", description: true }],
    ["timeout", { command: "ls", timeout: 0 }],
    ["tool", { command: "ls", tool: "other" }],
  ])("refuses %s by name", (field, given) => {
    expect(fit(shell, given)).toBe(field);
  });

  it("are listed when they are left out", () => {
    expect(readArguments(shell, { command: "ls", why: "x", cwd: "" })).toMatchObject({
      dropped: ["why", "cwd"],
    });
  });

  it("names every fault in one text", () => {
    expect(readArguments(save, { path: null, append: true, mode: "w" })).toMatchObject({
      text: [
        "[save_file: invalid input, nothing was run]",
        "append is not a parameter; leave it out if the call means the same without it",
        "mode is not a parameter; leave it out if the call means the same without it",
        "path is missing (string)",
        "content is missing (string)",
        "save_file(path: string, content: string)",
      ].join("\n"),
    });
  });

  it("are kept where the schema is open", () => {
    const open = custom({ n: { type: "integer" } }, { additionalProperties: { type: "integer" } });
    expect(fit(open, { n: "1", m: "2", file: 3 })).toEqual({ n: 1, m: 2, file: 3 });
    expect(
      fit(custom(undefined, { additionalProperties: true }), { explanation: "kept", off: false }),
    ).toEqual({
      explanation: "kept",
      off: false,
    });
    expect(fit(ping, { x: 1 })).toBe("x");
  });
});

describe("control tokens", () => {
  it("never end a command or a path", () => {
    expect(fit(shell, { command: "ls -l<|im_end|>" })).toBe("command");
    expect(fit(view, { path: "a.ts</tool_call>\n" })).toBe("path");
  });

  it("are data inside a command and in file text", () => {
    expect(fit(shell, { command: "echo '<|im_end|>'" })).toEqual({ command: "echo '<|im_end|>'" });
    expect(fit(save, { path: "a", content: "x<|im_end|>" })).toEqual({ path: "a", content: "x<|im_end|>" });
  });
});

import { describe, expect, it } from "vitest";
import { defineTool } from "../tool/define-tool.js";
import { ping, shell, view } from "./fixtures.js";
import { readArguments } from "./read-arguments.js";

describe("wrappers round the arguments", () => {
  const path = "lib/x.rb";
  it.each([
    { arguments: { path } },
    { input: { path } },
    { parameters: { path } },
    { Params: { path } },
    { arguments: JSON.stringify({ path }) },
    { arguments: "{'path': 'lib/x.rb',}" },
    { arguments: { input: { parameters: { path } } } },
    { view_file: { path } },
    { name: "view_file", arguments: { path } },
    { name: "functions.view_file", arguments: JSON.stringify({ path }) },
    { tool_name: "view_file", parameters: { path } },
    { id: "call_1", type: "function", function: { name: "view_file", arguments: JSON.stringify({ path }) } },
  ])("%j is opened", (given) => {
    expect(readArguments(view, JSON.stringify(given))).toMatchObject({ ok: true, value: { path } });
    expect(readArguments(view, given)).toMatchObject({ ok: true, value: { path } });
  });

  it.each([
    ["parameters", { parameters: { path: "a" }, path: "b" }],
    ["arguments", { arguments: { path: "a" }, input: { path: "b" } }],
    ["name", { name: "shell", arguments: { path: "a" } }],
    ["input", { input: "a" }],
    ["arguments", { arguments: [1] }],
    ["properties", { properties: { path: "a" } }],
  ])("%s stays and refuses", (field, given) => {
    expect(readArguments(view, given)).toMatchObject({ ok: false, reason: "refused", field });
  });

  it("have a bound", () => {
    let given: unknown = { path };
    for (let level = 0; level < 5; level++) given = { arguments: given };
    expect(readArguments(view, given)).toMatchObject({ ok: false, field: "arguments" });
  });

  it("stay closed when the tool declares a field of that name", () => {
    const input = {
      type: "object",
      properties: { input: { type: "object" }, path: { type: "string" } },
    } as const;
    const tool = defineTool({ name: "feed", kind: "other", description: "Feeds.", input, run: () => "" });
    expect(readArguments(tool, { input: { path: "a" } })).toMatchObject({
      ok: true,
      value: { input: { path: "a" } },
    });
  });

  it("that hold nothing are no arguments", () => {
    for (const inside of [{}, "", "{}", null]) {
      expect(readArguments(ping, { arguments: inside })).toMatchObject({ ok: true, value: {} });
      expect(readArguments(shell, { arguments: inside })).toMatchObject({ ok: false, field: "command" });
    }
  });
});

import { describe, expect, it } from "vitest";
import { defineTool } from "../tool/define-tool.js";
import { definePlugin } from "./define-plugin.js";
import type { PluginSession } from "./types.js";

const tool = defineTool({
  name: "noop",
  kind: "think",
  description: "Nothing.",
  input: { type: "object" },
  run: () => "",
});
const session = { cwd: "/x" } as PluginSession;

describe("definePlugin", () => {
  it("makes a setup of a list of tools and fills in the api version", async () => {
    const plugin = definePlugin({ name: "p", tools: [tool] });
    expect(plugin.apiVersion).toBe(1);
    expect(await plugin.setup(session)).toEqual({ tools: [tool] });
  });

  it("makes a setup of a function that returns tools, also later", async () => {
    const seen: string[] = [];
    const plugin = definePlugin({
      name: "p",
      tools: async ({ cwd }) => {
        seen.push(cwd);
        return [tool];
      },
    });
    expect(seen).toEqual([]);
    expect(await plugin.setup(session)).toEqual({ tools: [tool] });
    expect(seen).toEqual(["/x"]);
  });

  it("keeps setup and the other fields, and takes its own result again", async () => {
    const config = { key: "p", schema: { type: "object" } } as const;
    const plugin = definePlugin({
      name: "p",
      version: "1.2.3",
      apiVersion: 2,
      config,
      setup: () => ({ tools: [], context: "c" }),
    });
    const again = definePlugin(plugin);
    expect(again).toMatchObject({ name: "p", version: "1.2.3", apiVersion: 2, config });
    expect(await again.setup(session)).toEqual({ tools: [], context: "c" });
  });

  it.each([
    [{ tools: [] }, "definePlugin: name is missing."],
    [{ name: "p" }, /^definePlugin p: give setup/],
    [
      { name: "p", tools: [], setup: () => ({ tools: [] }) },
      "definePlugin p: give setup or tools, not both.",
    ],
    [{ name: "p", tools: "x" }, /^definePlugin p: give setup/],
    [{ name: "p", setup: {} }, "definePlugin p: setup must be a function."],
    [
      { name: "p", tools: [], apiVersion: "1" },
      'definePlugin p: apiVersion must be a whole number from 1, got "1".',
    ],
  ])("refuses %j", (options, message) => {
    expect(() => definePlugin(options as never)).toThrow(message);
  });
});

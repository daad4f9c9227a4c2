import type { PluginSession } from "@mm-agent/core";
import { expect, test } from "vitest";
import plugin from "./index.js";

const session = (env: Record<string, string>, config?: unknown): PluginSession =>
  ({ env, config }) as unknown as PluginSession;

test("a session gets the tool, declared as the contract asks", async () => {
  expect(plugin).toMatchObject({ apiVersion: 1, name: "bash", config: { key: "bash" } });
  const { tools, absent } = await plugin.setup(session({ PATH: process.env["PATH"] ?? "" }));
  expect(absent).toBeUndefined();
  expect(tools).toHaveLength(1);
  expect(tools[0]).toMatchObject({
    name: "bash",
    kind: "execute",
    icon: "🛠️ ",
    counter: { icon: "⚙", label: "command(s)" },
    echo: "preview",
    bound: "self",
  });
  expect(tools[0]?.input).toEqual({
    type: "object",
    properties: {
      command: { type: "string", description: "The shell command to run." },
      timeout: { type: "number", description: "Seconds until the command is killed. Default 30." },
    },
    required: ["command"],
    additionalProperties: false,
  });
});

test("the model is told the configured timeout", async () => {
  const { tools } = await plugin.setup(session({}, { timeout: 90 }));
  expect(tools[0]?.input.properties?.["timeout"]?.description).toBe(
    "Seconds until the command is killed. Default 90.",
  );
});

import { expect, it } from "vitest";
import { selfSpawner } from "./self-spawner.js";
import type { OpenOptions } from "./types.js";

const options: OpenOptions = {
  cwd: "/",
  env: { ANTHROPIC_API_KEY: "sk-1", EMPTY: undefined },
  flags: { config: "c.yaml", provider: "ollama", model: "m", baseUrl: "http://h/v1", yolo: true },
  builtin: {},
  self: { command: "node", args: ["mm"] },
  version: "1",
};

it("hands on the keys and every denial, trust for this run, and the model where it is wanted", () => {
  const rules = [
    { tool: "bash", pattern: "rm *", decision: "deny", source: "x" },
    { tool: "bash", pattern: "ls", decision: "allow", source: "x" },
  ] as const;
  const spawn = selfSpawner(options, rules);
  const denials = ["--deny", "bash:rm *"];
  expect(spawn(["-acp"])).toEqual({
    command: "node",
    args: ["mm", "-acp", ...denials],
    env: { ANTHROPIC_API_KEY: "sk-1" },
  });
  const model = ["--provider", "ollama", "--model", "m", "--base-url", "http://h/v1"];
  expect(spawn([], { inherit: "model" }).args).toEqual(["mm", ...denials, ...model]);
  expect(spawn([], { inherit: "settings" }).args).toEqual(["mm", ...denials, ...model, "--config", "c.yaml"]);
  expect(selfSpawner({ ...options, trust: true }, [])([]).args).toEqual(["mm", "--trust"]);
});

import { definePlugin, type Answer, type PluginInstance, type PluginSession } from "@mm-agent/core";
import { createAskCommand } from "./command/ask-command.js";
import { readRoster } from "./roster/read-roster.js";
import { settingsSchema, type AskConfig } from "./settings.js";
import type { Asking } from "./tool/ask.js";
import { createAskTool } from "./tool/create-ask-tool.js";

/** The plugin: config key `agents`, tool `ask_agent`, command `/ask`. */
export const askPlugin = definePlugin({
  name: "ask",
  config: { key: "agents", schema: settingsSchema },
  setup,
});

async function setup(session: PluginSession): Promise<PluginInstance> {
  const settings = (session.config ?? {}) as AskConfig;
  const { agents, problems } = await readRoster(settings);
  for (const problem of problems) session.notice(problem);
  if (agents.length === 0) {
    const reason = problems[0] ?? "mmConfigs names no agent and agents.builtin is not true";
    return { tools: [], absent: [{ name: "ask_agent", reason }] };
  }
  const owner = {};
  let asked = false;
  const asking: Asking = {
    agents,
    trusted: session.trusted,
    get scope() {
      asked = true;
      return scope;
    },
  };
  const scope: Asking["scope"] = {
    owner,
    idleMs: (settings.idleMinutes ?? 5) * 60_000,
    startMs: (settings.startTimeout ?? 60) * 1000,
    watchdogMs: (settings.watchdogTimeout ?? 300) * 1000,
    remembered: new Map<string, Answer["outcome"]>(),
    told: new Set<string>(problems),
  };
  return {
    tools: [createAskTool(asking)],
    commands: [createAskCommand(asking)],
    async dispose() {
      if (!asked) return;
      const { endFor } = await import("./run/agent-pool.js");
      await endFor(owner);
    },
  };
}

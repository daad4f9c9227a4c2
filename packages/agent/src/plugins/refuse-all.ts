import type { InstalledHooks } from "@mm-agent/core";

/** The hooks that stand in for a guard which could not be loaded: every call is refused by name. */
export function refuseAll(plugin: string, reason: string): InstalledHooks {
  const refuse = `[every tool call is refused: the guard plugin ${plugin} failed to load: ${reason}]`;
  return { plugin, guard: true, hooks: { beforeTool: () => ({ refuse }) } };
}

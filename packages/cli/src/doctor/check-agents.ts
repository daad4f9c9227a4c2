import { existsSync } from "node:fs";
import type { EffectiveConfig } from "@mm-agent/agent";
import { onPath } from "./on-path.js";
import type { Finding } from "./types.js";

/** Whether each agent of `mmConfigs` can be started. */
export function checkAgents(agents: EffectiveConfig["mmConfigs"], path: string): Finding[] {
  return Object.entries(agents).map(([name, { config, command }]) => {
    const [program = ""] = command ?? [];
    if (command && !config) {
      const there = program !== "" && onPath(program, path);
      return there
        ? { area: "agent", status: "ok", text: `${name}: ${command.join(" ")}` }
        : { area: "agent", status: "warn", text: `${name}: there is no program ${program}` };
    }
    if (config && !command && existsSync(config))
      return { area: "agent", status: "ok", text: `${name}: ${config}` };
    return {
      area: "agent",
      status: "warn",
      text: `${name} cannot be used; the warnings of the configuration say why`,
    };
  });
}

import type { PluginReport } from "@mm-agent/agent";
import type { Finding } from "./types.js";

/** What became of each plugin. */
export function checkPlugins(plugins: readonly PluginReport[]): Finding[] {
  return plugins.map((plugin) => {
    const name = `${plugin.name}${plugin.version === undefined ? "" : ` ${plugin.version}`}`;
    if (plugin.status === "active")
      return { area: "plugin", status: "ok", text: `${name}: ${plugin.tools.join(", ") || "no tools"}` };
    return {
      area: "plugin",
      status: plugin.status === "failed" ? "fail" : "ok",
      text: `${name} is ${plugin.status}: ${plugin.reason ?? "no reason given"}`,
    };
  });
}

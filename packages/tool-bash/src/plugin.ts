import { API_VERSION, type Plugin } from "@mm-agent/core";
import { findBash } from "./run/find-bash.js";
import { createBashTool } from "./tool/bash-tool.js";
import { settingsSchema } from "./tool/settings.js";

/** The plugin that gives a session its `bash` tool; absent where no bash is found. */
const bashPlugin: Plugin = {
  apiVersion: API_VERSION,
  name: "bash",
  config: { key: "bash", schema: settingsSchema },
  setup: (session) => {
    const shell = findBash(session.env);
    if (shell === undefined) {
      return { tools: [], absent: [{ name: "bash", reason: "bash was not found on the PATH" }] };
    }
    return { tools: [createBashTool({ shell, config: session.config })] };
  },
};

export default bashPlugin;

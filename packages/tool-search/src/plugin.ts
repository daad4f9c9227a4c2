import { API_VERSION, type Plugin } from "@mm-agent/core";
import { createFindTool } from "./find/find-tool.js";
import { createGrepTool } from "./grep/grep-tool.js";
import { createListTool } from "./list/list-tool.js";
import { readSettings, settingsSchema } from "./settings.js";
import { createWalkCache } from "./walk/walk-cache.js";

/** Names kept of earlier walks, about 100 bytes each. */
const CACHED_NAMES = 300_000;

/** The plugin that gives a session `grep`, `find` and `list_files`. */
export const searchPlugin: Plugin = {
  apiVersion: API_VERSION,
  name: "search",
  config: { key: "search", schema: settingsSchema },
  setup: (session) => {
    const settings = readSettings(session.config);
    const cache = createWalkCache(CACHED_NAMES);
    return {
      tools: [
        createGrepTool(settings, { projects: [session.cwd, session.workspace.root] }),
        createFindTool(settings, cache),
        createListTool(settings, cache),
      ],
    };
  },
};

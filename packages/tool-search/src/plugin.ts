import { API_VERSION, type Plugin } from "@mm-agent/core";
import { createFindTool } from "./find/find-tool.js";
import { createEngineChain } from "./grep/choose-engine.js";
import { createGrepTool } from "./grep/grep-tool.js";
import { createListTool } from "./list/list-tool.js";
import { readSettings, settingsSchema } from "./settings.js";
import { createWalkCache } from "./walk/walk-cache.js";

/** Names kept of earlier walks, about 100 bytes each. */
const CACHED_NAMES = 300_000;

/** The plugin that gives a session `grep`, `find` and `list_files`. */
const searchPlugin: Plugin = {
  apiVersion: API_VERSION,
  name: "search",
  config: { key: "search", schema: settingsSchema },
  setup: (session) => {
    const settings = readSettings(session.config);
    const { cwd, workspace } = session;
    const chain = createEngineChain({ engine: settings.engine }, [cwd, workspace.root]);
    const cache = createWalkCache(CACHED_NAMES);
    return {
      tools: [
        createGrepTool(settings, chain),
        createFindTool(settings, cache),
        createListTool(settings, cache),
      ],
      dispose: () => chain.dispose(),
    };
  },
};

export default searchPlugin;

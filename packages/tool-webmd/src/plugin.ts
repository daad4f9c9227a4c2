import type { Plugin } from "@mm-agent/core";
import { RobotsCache } from "./fetch/robots-cache.js";
import { createFetchTool } from "./tool/fetch-content.js";
import { settingsSchema } from "./tool/settings.js";

const robots = new RobotsCache();

/** The plugin that gives a session the tool `fetch_content`. robots.txt files are remembered across sessions. */
const fetchPlugin: Plugin = {
  // Not imported: the constant would load all of core into every program that only converts.
  apiVersion: 1,
  name: "fetch",
  config: { key: "fetch", schema: settingsSchema },
  setup: () => ({ tools: [createFetchTool({ robots })] }),
};

export default fetchPlugin;

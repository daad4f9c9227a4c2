import { API_VERSION, type Plugin } from "@mm-agent/core";
import { RobotsCache } from "./fetch/robots-cache.js";
import { createFetchTool } from "./tool/fetch-content.js";
import { settingsSchema } from "./tool/settings.js";

const robots = new RobotsCache();

/** The plugin that gives a session the tool `fetch_content`. robots.txt files are remembered across sessions. */
export const fetchPlugin: Plugin = {
  apiVersion: API_VERSION,
  name: "fetch",
  config: { key: "fetch", schema: settingsSchema },
  setup: () => ({ tools: [createFetchTool({ robots })] }),
};

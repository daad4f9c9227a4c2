export type { AgentConfig, AskConfig } from "./settings.js";
export { askPlugin as default } from "./plugin.js";

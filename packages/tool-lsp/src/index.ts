export type { LspConfig, LspOptions, ServerConfig } from "./config/types.js";
export { default } from "./plugin.js";

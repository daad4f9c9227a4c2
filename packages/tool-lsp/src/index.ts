export type { LspConfig, LspOptions, ServerConfig } from "./config/types.js";
export { lspPlugin as default } from "./plugin.js";

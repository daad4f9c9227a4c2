export { resolveServers, type ResolvedServers } from "./config/resolve-servers.js";
export type { LspConfig, LspOptions, ResolvedServer, ServerConfig } from "./config/types.js";
export { LanguageServerPool, type PoolOptions } from "./pool.js";
export { lspPlugin as default } from "./plugin.js";

export { loadConfig } from "./config/load-config.js";
export { configSchema } from "./config/schema.js";
export type { ConfigFile, ConfigKey } from "./config/schema.js";
export type * from "./config/types.js";
export {
  configDir,
  ensurePrivateDir,
  findGitRoot,
  projectRoot,
  sessionKey,
  stateDir,
  statePaths,
} from "./config/paths.js";

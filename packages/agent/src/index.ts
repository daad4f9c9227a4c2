export { describeConfig } from "./config/describe-config.js";
export type { ConfigLine } from "./config/describe-config.js";
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
export { scrubEnv, secretValues } from "./config/secrets.js";
export { sourceText } from "./config/show.js";
export { builtinPlugins } from "./plugins/builtin.js";
export type { BuiltinPlugin } from "./plugins/builtin.js";
export { loadPlugins } from "./plugins/load-plugins.js";
export type * from "./plugins/types.js";
export { openTrustStore } from "./trust/trust-store.js";
export type { TrustEntry, TrustStore } from "./trust/trust-store.js";

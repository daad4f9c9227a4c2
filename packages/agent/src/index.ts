export { describeConfig, type ConfigLine } from "./config/describe-config.js";
export { loadConfig } from "./config/load-config.js";
export {
  configDir,
  ensurePrivateDir,
  findGitRoot,
  projectRoot,
  sessionKey,
  stateDir,
  statePaths,
} from "./config/paths.js";
export { configSchema, type ConfigFile, type ConfigKey } from "./config/schema.js";
export { saveSetting, type Saved } from "./config/save-setting.js";
export { readKey } from "./config/read-key.js";
export { KEY_ACTIONS, type KeyAction } from "./config/schema/window.js";
export type * from "./config/types.js";
export { chooseProvider, type ChosenProvider } from "./provider/choose-provider.js";
export { createProvider, type CreatedProvider } from "./provider/create-provider.js";
export { readKeys, storeKey, type StoredKeys } from "./provider/keys/key-store.js";
export { KINDS, PROVIDER_NAMES, type Kind } from "./provider/kinds.js";
export { listModels, type ModelList } from "./provider/list-models.js";
export type { ModelSettings } from "./provider/settings.js";
export type * from "./provider/types.js";
export { openRuntime } from "./runtime/open-runtime.js";
export type * from "./runtime/types.js";
export { checkImage, type CheckedImage } from "./context/image.js";
export type * from "./session/archive.js";
export { sessionTree, type SessionTree, type TreeTurn } from "./session/session-tree.js";
export { createSession } from "./session/create-session.js";
export type * from "./session/session-options.js";
export { EXPORT_FORMATS, exportSession, type ExportFormat } from "./session/export/export-session.js";
export type { ExportMessage, SessionExport } from "./session/export/to-json.js";
export { sessionLine } from "./commands/sessions.js";
export { openArchive, openArchives } from "./session/file/open-archive.js";
export type * from "./session/records.js";
export { recordsToEvents } from "./session/replay.js";
export type * from "./session/types.js";
export type { RetryLimits, TurnEnd, TurnLimits } from "./turn/types.js";
export { scrubEnv, secretValues } from "./config/secrets.js";
export { sourceText } from "./config/show.js";
export { builtinPlugins } from "./plugins/builtin.js";
export type { BuiltinPlugin } from "./plugins/builtin.js";
export { loadPlugins } from "./plugins/load-plugins.js";
export type * from "./plugins/types.js";
export { openPermissionStore } from "./permission/permission-store.js";
export type { PermissionStore, StoredRule } from "./permission/permission-store.js";
export { openTrustStore } from "./trust/trust-store.js";
export type { TrustEntry, TrustStore } from "./trust/trust-store.js";

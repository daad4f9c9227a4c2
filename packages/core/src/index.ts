export { API_VERSION } from "./plugin/types.js";
export type {
  AbsentTool,
  AfterToolInfo,
  BeforeToolInfo,
  BeforeToolOutcome,
  Command,
  CommandContext,
  CommandOutcome,
  Hooks,
  Plugin,
  PluginInstance,
  PluginSession,
} from "./plugin/types.js";
export type {
  Block,
  Code,
  Ctx,
  HistoryEntry,
  Host,
  Location,
  Logger,
  ParseOutcome,
  PermissionCheck,
  Plan,
  PlanPermission,
  Result,
  Tool,
  ToolKind,
  ToolSpec,
} from "./tool/types.js";
export type { JsonSchema, ObjectSchema } from "./schema/types.js";
export type { Workspace } from "./workspace/types.js";

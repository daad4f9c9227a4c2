export { findTool, type FoundTool } from "./args/find-tool.js";
export { normaliseCall, type NormalisedCall } from "./args/normalise-call.js";
export {
  readArguments,
  type ReadArguments,
  type ToolShape,
  type UnreadArguments,
} from "./args/read-arguments.js";
export { readEncodedJson, readJson, type JsonOutcome } from "./args/read-json.js";
export * from "./events.js";
export * from "./permission/types.js";
export { definePlugin, type PluginOptions } from "./plugin/define-plugin.js";
export * from "./plugin/types.js";
export { describeSignature } from "./schema/signature.js";
export * from "./schema/types.js";
export { validateInput } from "./schema/validate.js";
export { defineTool, type ToolOptions } from "./tool/define-tool.js";
export * from "./tool/types.js";
export * from "./workspace/types.js";

export * from "./events.js";
export * from "./permission/types.js";
export { definePlugin, type PluginOptions } from "./plugin/define-plugin.js";
export * from "./plugin/types.js";
export * from "./schema/types.js";
export { defineTool, type ToolOptions } from "./tool/define-tool.js";
export * from "./tool/types.js";
export * from "./workspace/types.js";

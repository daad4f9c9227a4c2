export { applyPatch, PatchError } from "./diff/apply-patch.js";
export { diffLines } from "./diff/diff-lines.js";
export { formatPatch } from "./diff/format-patch.js";
export { hunksFromSpans, type Span } from "./diff/hunks-from-spans.js";
export type { Hunk, LineDiff } from "./diff/types.js";
export { WorkspaceError } from "./workspace/error.js";
export { createJournal, type Journal, type JournalEntry, type JournalOptions } from "./workspace/journal.js";
export type * from "./workspace/types.js";
export type { UndoResult } from "./workspace/undo.js";
export { createWorkspace, type WorkspaceOptions } from "./workspace/workspace.js";
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

export { applyPatch, PatchError } from "./diff/apply-patch.js";
export { diffLines } from "./diff/diff-lines.js";
export { formatPatch } from "./diff/format-patch.js";
export { hunksFromSpans, type Span } from "./diff/hunks-from-spans.js";
export type { Hunk, LineDiff } from "./diff/types.js";
export { createDispatcher } from "./dispatch/dispatcher.js";
export type * from "./dispatch/types.js";
export { findTool, type FoundTool } from "./args/find-tool.js";
export { normaliseCall, type NormalisedCall } from "./args/normalise-call.js";
export {
  readArguments,
  type ReadArguments,
  type ToolShape,
  type UnreadArguments,
} from "./args/read-arguments.js";
export { readEncodedJson, readJson, type JsonOutcome } from "./args/read-json.js";
export { readLenientJson, type LenientOutcome } from "./args/lenient-json.js";
export * from "./events.js";
export {
  createLoopDetector,
  LOOP_MARKER,
  type LoopDetector,
  type LoopDetectorOptions,
  type LoopRecord,
  type LoopVerdict,
} from "./loop/detector.js";
export {
  createRunawayGuard,
  runawayText,
  type Runaway,
  type RunawayGuard,
  type RunawayOptions,
} from "./loop/runaway.js";
export { escapePattern, matchPath, matchText } from "./permission/pattern.js";
export {
  createPolicy,
  type PermissionPolicy,
  type PolicyQuestion,
  type PolicyVerdict,
} from "./permission/policy.js";
export type * from "./permission/types.js";
export { definePlugin, type PluginOptions } from "./plugin/define-plugin.js";
export * from "./plugin/types.js";
export type * from "./schema/types.js";
export { editDistance } from "./text/edit-distance.js";
export { startDeadline, type Deadline } from "./signal/deadline.js";
export { monotonic } from "./signal/monotonic.js";
export { boundText } from "./text/bound.js";
export { describeError } from "./text/describe-error.js";
export { createRedactor, type Redactor } from "./text/redact.js";
export { visible } from "./text/visible.js";
export { describeSignature } from "./schema/signature.js";
export { validateInput } from "./schema/validate.js";
export { defineTool, type ToolOptions } from "./tool/define-tool.js";
export type * from "./tool/types.js";
export { WorkspaceError } from "./workspace/error.js";
export { createJournal, type Journal, type JournalEntry, type JournalOptions } from "./workspace/journal.js";
export type * from "./workspace/types.js";
export type { UndoResult } from "./workspace/undo.js";
export { createWorkspace, type WorkspaceOptions } from "./workspace/workspace.js";

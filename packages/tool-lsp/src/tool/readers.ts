import type { Result } from "@mm-agent/core";
import { calls } from "../actions/calls.js";
import { listCodeActions } from "../actions/code-actions.js";
import { goTo } from "../actions/definition.js";
import { diagnostics } from "../actions/diagnostics.js";
import { hover } from "../actions/hover.js";
import { projectDiagnostics } from "../actions/project-diagnostics.js";
import { references } from "../actions/references.js";
import { symbols } from "../actions/symbols.js";
import { workspaceSymbols } from "../actions/workspace-symbols.js";
import type { Action, Call } from "./types.js";

/** What the actions that only read do. */
export const READERS: Partial<Record<Action, (call: Call) => Promise<Result>>> = {
  definition: goTo,
  implementation: goTo,
  type_definition: goTo,
  references,
  hover,
  symbols,
  diagnostics: (call) => (call.path === "" ? projectDiagnostics(call) : diagnostics(call)),
  incoming_calls: calls,
  outgoing_calls: calls,
  workspace_symbols: workspaceSymbols,
  code_actions: listCodeActions,
};

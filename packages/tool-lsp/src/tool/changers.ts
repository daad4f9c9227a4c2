import type { Result } from "@mm-agent/core";
import { applyAction, planCodeAction, planOrganizeImports } from "../actions/code-actions.js";
import { applyRename, planRename } from "../actions/rename.js";
import { applyRenameFile, planRenameFile } from "../actions/rename-file.js";
import type { PlannedEdit } from "../edit/plan-edit.js";
import type { Action, Call, Outcome } from "./types.js";

/** A change that is worked out and waits for permission. */
export interface PlannedChange {
  readonly edit: PlannedEdit;
  apply(): Promise<Result>;
}

export interface Changer {
  /** The word in `[<subject> rejected by the user]`. */
  readonly subject: string;
  /** Undefined: this call changes nothing after all and only reads. */
  plan(call: Call): Promise<Outcome<PlannedChange>> | undefined;
}

/** What the actions that change files do. */
export const CHANGERS: Partial<Record<Action, Changer>> = {
  rename: { subject: "rename", plan: (call) => bind(call, planRename(call), applyRename) },
  rename_file: { subject: "file move", plan: (call) => bind(call, planRenameFile(call), applyRenameFile) },
  organize_imports: {
    subject: "organize imports",
    plan: (call) => bind(call, planOrganizeImports(call), applyAction),
  },
  code_actions: {
    subject: "code action",
    plan: (call) => ((call.input.apply ?? 0) > 0 ? bind(call, planCodeAction(call), applyAction) : undefined),
  },
};

async function bind<P extends { readonly edit: PlannedEdit }>(
  call: Call,
  planning: Promise<Outcome<P>>,
  apply: (call: Call, plan: P) => Promise<Result>,
): Promise<Outcome<PlannedChange>> {
  const planned = await planning;
  if (!planned.ok) return planned;
  return { ok: true, value: { edit: planned.value.edit, apply: () => apply(call, planned.value) } };
}

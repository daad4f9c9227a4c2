import type { Result } from "@mm-agent/core";
import { applyRename, planRename } from "../actions/rename.js";
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
  rename: {
    subject: "rename",
    async plan(call) {
      const planned = await planRename(call);
      if (!planned.ok) return planned;
      return { ok: true, value: { edit: planned.value.edit, apply: () => applyRename(call, planned.value) } };
    },
  },
};

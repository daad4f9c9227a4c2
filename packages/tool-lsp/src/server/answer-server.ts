import { sectionOf } from "../config/merge.js";
import type { WorkspaceEdit } from "../protocol/types.js";
import type { Registrations } from "./registrations.js";

export interface ServerSide {
  readonly settings: unknown;
  readonly folders: readonly { readonly uri: string; readonly name: string }[];
  readonly registrations: Registrations;
  /** Takes an edit the server wants applied; false refuses it. */
  takeEdit(edit: WorkspaceEdit): boolean;
}

/**
 * Answers a request of a server. Everything is answered: several servers exit or wait for ever when a request they rely
 * on is refused, so an unknown one gets `null`.
 */
export function answerServer(side: ServerSide, method: string, params: unknown): unknown {
  const fields = (params ?? {}) as Record<string, unknown>;
  switch (method) {
    case "workspace/configuration": {
      const items = (fields["items"] ?? []) as readonly { readonly section?: string }[];
      return items.map((item) => sectionOf(side.settings, item.section));
    }
    case "workspace/workspaceFolders":
      return side.folders;
    case "client/registerCapability":
      side.registrations.add((fields["registrations"] ?? []) as never);
      return null;
    case "client/unregisterCapability":
      // The protocol's own field name has the letters swapped.
      side.registrations.remove((fields["unregisterations"] ?? []) as never);
      return null;
    case "workspace/applyEdit": {
      const taken = side.takeEdit(fields["edit"] as WorkspaceEdit);
      return taken ? { applied: true } : { applied: false, failureReason: "not asked for" };
    }
    case "window/showDocument":
      return { success: false };
    default:
      return null;
  }
}

import type { Code, FileChange } from "@mm-agent/core";
import type { FileEvent } from "../server/registrations.js";
import { failure } from "../tool/failure.js";
import type { Call, Outcome } from "../tool/types.js";
import type { PlannedEdit } from "./plan-edit.js";

/** Writes a planned edit as one transaction and tells the servers. When a file changed since the plan, nothing is written. */
export async function commitEdit(
  call: Call,
  planned: PlannedEdit,
  what: string,
): Promise<Outcome<FileChange[]>> {
  const { workspace, callId, signal } = call.ctx;
  let changes: FileChange[];
  try {
    changes = await workspace.write(
      planned.files.map((file) => ({
        path: file.path,
        content: file.after,
        expect: file.version,
        change: file.change,
      })),
      { callId, signal },
    );
  } catch (error) {
    const { name, code, message } = (error ?? {}) as { name?: string; code?: Code; message?: string };
    if (name !== "WorkspaceError") throw error;
    const next = code === "conflict" ? ", call lsp again" : "";
    return {
      ok: false,
      result: failure(code ?? "failed", `${what} not applied: ${message ?? ""} — nothing was written${next}`),
    };
  }
  const events = new Map<string, FileEvent>();
  for (const file of planned.files) {
    events.set(file.path, file.after === null ? "deleted" : file.before === null ? "created" : "changed");
  }
  await call.session.pool.changed(events);
  return { ok: true, value: changes };
}

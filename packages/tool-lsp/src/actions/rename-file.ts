import type { Result } from "@mm-agent/core";
import { commitEdit } from "../edit/commit-edit.js";
import { planEdit, type PlannedEdit } from "../edit/plan-edit.js";
import { readWorkspaceEdit } from "../edit/read-workspace-edit.js";
import type { FileOperationOptions, WorkspaceEdit } from "../protocol/types.js";
import { ask } from "../server/ask.js";
import type { LanguageServer } from "../server/language-server.js";
import { globToRegExp } from "../text/glob.js";
import { failure } from "../tool/failure.js";
import { shownPath } from "../tool/locations.js";
import type { Call, Outcome } from "../tool/types.js";
import { withServer } from "../tool/with-server.js";

/** A file move with the edits it brings along. */
export interface MovePlan {
  readonly edit: PlannedEdit;
  readonly to: string;
  /** False: the server does not update imports. */
  readonly updates: boolean;
}

/** Asks the server what a file move changes elsewhere. Writes nothing. */
export async function planRenameFile(call: Call): Promise<Outcome<MovePlan>> {
  const written = call.input.new_path?.trim() ?? "";
  if (written === "") return { ok: false, result: failure("invalid_input", "rename_file needs new_path") };
  const { abs: to } = call.ctx.workspace.resolve(written);
  let planned: MovePlan | undefined;
  const result = await withServer(call, {}, async ({ server, ready }) => {
    if (!ready)
      return failure(
        "unavailable",
        `${server.name}: rename_file refused: the server is still indexing — call lsp again later`,
      );
    const updates = wants(server, "willRename", call.path);
    const files = [{ oldUri: server.uris.toUri(call.path), newUri: server.uris.toUri(to) }];
    const options = { signal: call.ctx.signal, timeoutMs: call.session.limits.requestMs };
    const edit = updates
      ? await ask<WorkspaceEdit | null>(server, "workspace/willRenameFiles", { files }, options)
      : null;
    const steps = [
      ...readWorkspaceEdit(edit, server.uris),
      { kind: "rename", path: call.path, to, overwrite: false, ignore: false } as const,
    ];
    const made = await planEdit(call, server, steps, "rename_file");
    if (!made.ok) return made.result;
    planned = { edit: made.value, to, updates };
    return { text: "" };
  });
  return planned ? { ok: true, value: planned } : { ok: false, result };
}

/** Moves the file and writes the edits, as one transaction. */
export async function applyRenameFile(call: Call, plan: MovePlan): Promise<Result> {
  const { server, files, edits } = plan.edit;
  const written = await commitEdit(call, plan.edit, "rename_file");
  if (!written.ok) return written.result;
  if (wants(server, "didRename", call.path)) {
    server.notify("workspace/didRenameFiles", {
      files: [{ oldUri: server.uris.toUri(call.path), newUri: server.uris.toUri(plan.to) }],
    });
  }
  const edited = files.filter((file) => file.edits > 0);
  const head = `moved ${call.shown} to ${shownPath(call, plan.to)}: ${edits} edit(s) in ${edited.length} file(s)`;
  const rows = edited.map((file) => `${shownPath(call, file.path)}: ${file.edits} edit(s)`);
  const note = plan.updates ? [] : [`${server.name} does not update imports: check the files that use it`];
  return {
    text: [head, ...rows, ...note].join("\n"),
    changes: written.value,
    locations: [{ path: plan.to }],
  };
}

function wants(server: LanguageServer, operation: "willRename" | "didRename", path: string): boolean {
  const stated = server.capabilities.workspace?.fileOperations?.[operation];
  const registered = server.registrations.options(`workspace/${operation}Files`) as (
    | FileOperationOptions
    | undefined
  )[];
  return [...(stated ? [stated] : []), ...registered].some((options) =>
    (options?.filters ?? [{ pattern: { glob: "**" } }]).some((filter) =>
      globToRegExp(filter.pattern.glob).test(path),
    ),
  );
}

import type { TextEdit, WorkspaceEdit } from "../protocol/types.js";
import type { UriMapper } from "../text/uri.js";

/** One step of a workspace edit, in the order in which it is applied. Paths are absolute. */
export type EditStep =
  | {
      readonly kind: "edit";
      readonly path: string;
      readonly version: number | null;
      readonly edits: readonly TextEdit[];
    }
  | { readonly kind: "create"; readonly path: string; readonly overwrite: boolean; readonly ignore: boolean }
  | {
      readonly kind: "rename";
      readonly path: string;
      readonly to: string;
      readonly overwrite: boolean;
      readonly ignore: boolean;
    }
  | { readonly kind: "delete"; readonly path: string; readonly ignore: boolean };

/** Brings both forms of a workspace edit into one list; `documentChanges` wins where a server sends both. */
export function readWorkspaceEdit(edit: WorkspaceEdit | null | undefined, uris: UriMapper): EditStep[] {
  if (!edit) return [];
  if (!edit.documentChanges) {
    return Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({
      kind: "edit",
      path: uris.toPath(uri),
      version: null,
      edits,
    }));
  }
  return edit.documentChanges.map((change): EditStep => {
    if (!("kind" in change)) {
      const { uri, version } = change.textDocument;
      return { kind: "edit", path: uris.toPath(uri), version: version ?? null, edits: change.edits };
    }
    switch (change.kind) {
      case "create":
        return { kind: "create", path: uris.toPath(change.uri), ...flags(change.options) };
      case "rename":
        return {
          kind: "rename",
          path: uris.toPath(change.oldUri),
          to: uris.toPath(change.newUri),
          ...flags(change.options),
        };
      case "delete":
        return {
          kind: "delete",
          path: uris.toPath(change.uri),
          ignore: change.options?.ignoreIfNotExists === true,
        };
    }
  });
}

function flags(options: { readonly overwrite?: boolean; readonly ignoreIfExists?: boolean } | undefined): {
  overwrite: boolean;
  ignore: boolean;
} {
  return { overwrite: options?.overwrite === true, ignore: options?.ignoreIfExists === true };
}

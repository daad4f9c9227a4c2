import { defineTool, type Tool } from "@mm-agent/core";
import type { Edit } from "../engine/types.js";
import { prepareEdits } from "./prepare-edits.js";
import type { SeenVersions } from "./seen-versions.js";

export interface EditInput {
  readonly path: string;
  readonly edits: readonly Edit[];
  readonly dry_run?: boolean;
}

/** The tool edit_file: replacements in one file, all or none, shown as a diff before anybody is asked. */
export function createEditFile(seen: SeenVersions): Tool {
  return defineTool({
    name: "edit_file",
    kind: "edit",
    icon: "✏️ ",
    counter: { icon: "📝", label: "file op(s)" },
    busy: "Editing",
    description:
      "Replaces text in an existing file. Each old must appear exactly once in the file; copy it exactly, with " +
      "enough surrounding lines to be unique. All edits refer to the file as it is now and must not overlap; if one " +
      "fails, nothing is written.",
    input: {
      type: "object",
      properties: {
        path: { type: "string" },
        edits: {
          type: "array",
          items: {
            type: "object",
            properties: {
              old: { type: "string", description: "Text to find." },
              new: { type: "string", description: "Its replacement; empty deletes it." },
            },
            required: ["old", "new"],
            additionalProperties: false,
          },
        },
        dry_run: { type: "boolean", description: "Only show the diff." },
      },
      required: ["path", "edits"],
      additionalProperties: false,
    },
    prepare: prepareEdits,
    plan: async (input, ctx) => (await import("./run-edit.js")).planEdit(input, ctx, seen),
    run: async (input, ctx, plan) => (await import("./run-edit.js")).runEdit(input, ctx, plan, seen),
  }) as Tool;
}

import { defineTool, type Tool } from "@mm-agent/core";
import type { SeenVersions } from "./seen-versions.js";

export interface WriteInput {
  readonly path: string;
  readonly content: string;
}

/** The tool write_file: the whole content of a file, shown as a diff before anybody is asked. */
export function createWriteFile(seen: SeenVersions): Tool {
  return defineTool({
    name: "write_file",
    kind: "edit",
    icon: "📝",
    counter: { icon: "📝", label: "file op(s)" },
    busy: "Writing",
    description:
      "Creates a file, or replaces the whole content of an existing one; missing folders are created. To change a part of " +
      "a file use edit_file.",
    input: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" } },
      required: ["path", "content"],
      additionalProperties: false,
    },
    plan: async (input, ctx) => (await import("./run-write.js")).planWrite(input, ctx),
    run: async (input, ctx, plan) => (await import("./run-write.js")).runWrite(input, ctx, plan, seen),
  }) as Tool;
}

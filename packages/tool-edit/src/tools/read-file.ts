import { defineTool, type Tool } from "@mm-agent/core";
import type { SeenVersions } from "./seen-versions.js";

export interface ReadInput {
  readonly path: string;
  readonly start?: number;
  readonly end?: number;
  readonly numbered?: boolean;
}

/** The tool read_file: lines of a text file of any size, or the entries of a folder. */
export function createReadFile(seen: SeenVersions): Tool {
  return defineTool({
    name: "read_file",
    kind: "read",
    icon: "📄",
    counter: { icon: "📝", label: "file op(s)" },
    busy: "Reading",
    bound: "self",
    description:
      "Reads a text file, whole or some of its lines, or lists a folder. What is long is cut: the last line then says how to go on.",
    input: {
      type: "object",
      properties: {
        path: { type: "string", description: "Relative to the working directory." },
        start: { type: "integer", minimum: 0, description: "First line, from 1; 0 = from the start." },
        end: { type: "integer", minimum: 0, description: "Last line, inclusive; 0 = to the end." },
        numbered: { type: "boolean", description: "Put line numbers before the lines." },
      },
      required: ["path"],
      additionalProperties: false,
    },
    plan: async (input, ctx) => (await import("./run-read.js")).planRead(input, ctx),
    run: async (input, ctx) => (await import("./run-read.js")).runRead(input, ctx, seen),
  }) as Tool;
}

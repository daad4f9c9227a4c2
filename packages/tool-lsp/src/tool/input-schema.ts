import type { ObjectSchema } from "@mm-agent/core";
import { ACTIONS, EXTENDED_ACTIONS } from "./types.js";

/** The input's JSON Schema; the further fields are declared only with the further actions. */
export function inputSchema(extended: boolean): ObjectSchema {
  const six = {
    action: {
      type: "string",
      enum: extended ? [...ACTIONS, ...EXTENDED_ACTIONS] : [...ACTIONS],
      description: "What to ask.",
    },
    path: {
      type: "string",
      description: "File, relative to the working directory. Its extension picks the server.",
    },
    symbol: {
      type: "string",
      description: "The identifier as written in the code. For definition, references, hover, rename.",
    },
    line: {
      type: "integer",
      description: "1-based line. With symbol: only look there. With column: the exact position.",
    },
    column: {
      type: "integer",
      description: "1-based column in characters, inside the identifier. Only needed without symbol.",
    },
    new_name: { type: "string", description: "The new identifier, for rename." },
  };
  if (!extended) return { type: "object", properties: six, required: ["action", "path"] };
  return {
    type: "object",
    properties: {
      ...six,
      limit: { type: "integer", description: "Most lines to list, for references and workspace_symbols." },
      include_declaration: { type: "boolean", description: "For references; default true." },
      apply: { type: "integer", description: "For code_actions: number of the listed action to apply." },
      new_path: { type: "string", description: "The new path, for rename_file." },
    },
    required: ["action"],
  };
}

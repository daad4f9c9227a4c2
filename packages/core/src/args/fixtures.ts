import { defineTool } from "../tool/define-tool.js";
import type { Tool } from "../tool/types.js";
import type { ObjectSchema } from "../schema/types.js";

function tool(name: string, properties: ObjectSchema["properties"], required: readonly string[] = []): Tool {
  const input: ObjectSchema = { type: "object", ...(properties && { properties }), required };
  return defineTool({ name, kind: "other", description: `Test tool ${name}.`, input, run: () => "" });
}

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 0 } as const;

/** Tools of the tests of this folder: shapes as the built-in ones have, with names of their own. */
export const shell = tool("shell", { command: text }, ["command"]);
export const view = tool(
  "view_file",
  { path: text, start: count, end: count, numbered: { type: "boolean" } },
  ["path"],
);
export const save = tool("save_file", { path: text, content: text }, ["path", "content"]);
const pair = { type: "object", properties: { old: text, new: text }, required: ["old", "new"] } as const;
export const patch = tool(
  "patch_file",
  { path: text, edits: { type: "array", items: pair }, dry_run: { type: "boolean" } },
  ["path", "edits"],
);
export const ping = tool("ping", undefined);

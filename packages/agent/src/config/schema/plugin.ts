import type { JsonSchema } from "@mm-agent/core";

const slice = (of: string) =>
  ({
    type: "object",
    additionalProperties: true,
    description: `Settings of ${of}; the plugin's own schema checks them.`,
  }) as const;

/** One entry of `mmConfigs`. */
export const agentEntrySchema = {
  type: "object",
  properties: {
    config: { type: "string", description: "The agent's config file, relative to this file." },
    command: {
      type: "array",
      items: { type: "string" },
      description: "Program and arguments of another ACP agent, instead of config.",
    },
    description: { type: "string", description: "What the agent is for; the model reads it." },
    yolo: { type: "boolean", description: "Whether the agent's calls run without a question." },
    env: {
      type: "array",
      items: { type: "string" },
      description: "Names of variables that a command gets although they hold provider keys.",
    },
  },
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The keys that switch plugins on and off and hand them their settings. */
export const pluginKeys = {
  bash: slice("bash"),
  bashTool: { type: "boolean", default: true, description: "Declare bash." },
  edit: slice("read_file, write_file and edit_file"),
  editTools: { type: "boolean", default: true, description: "Declare read_file, write_file and edit_file." },
  search: slice("grep, find and list_files"),
  skills: slice("read_skill"),
  skillsDir: {
    anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
    description: "Folders with skills, relative to this file.",
  },
  lsp: {
    anyOf: [{ type: "boolean" }, slice("lsp")],
    description: "Settings of lsp; false turns it off.",
  },
  fetch: slice("fetch_content"),
  fetchContentTool: { type: "boolean", default: false, description: "Declare fetch_content." },
  agents: slice("ask_agent"),
  mmConfigs: {
    type: "object",
    additionalProperties: agentEntrySchema,
    description: "Agents that ask_agent and /ask can reach, by name.",
  },
  plugins: {
    type: "array",
    items: {
      type: "object",
      properties: {
        use: {
          type: "string",
          description: "An npm package, or a .js, .mjs or .ts file relative to this file.",
        },
        config: { type: "object", description: "The plugin's settings." },
        guard: { type: "boolean", default: false, description: "No tool runs when this plugin fails." },
      },
      required: ["use"],
      additionalProperties: false,
    },
    description: "Further plugins, in the order of their hooks.",
  },
} as const satisfies Record<string, JsonSchema>;

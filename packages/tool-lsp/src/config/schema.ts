import type { JsonSchema } from "@mm-agent/core";

const strings = { type: "array", items: { type: "string" } } as const;
const texts = { type: "object", additionalProperties: { type: "string" } } as const;

/** The `lsp` slice of the configuration. Unknown fields of a server are warned of, never refused. */
export const configSchema: JsonSchema = {
  description: "Language servers; false turns the tool off.",
  anyOf: [
    { type: "boolean" },
    {
      type: "object",
      properties: {
        servers: {
          type: "array",
          description: "Absent: installed servers are found by themselves.",
          items: {
            type: "object",
            properties: {
              name: { type: "string" },
              command: { type: "string", description: "A program on the PATH, or an absolute path." },
              args: strings,
              extensions: { ...strings, description: "With the dot." },
              env: texts,
              initializationOptions: {},
              settings: {},
              languageIds: { ...texts, description: "languageId by extension." },
            },
            required: ["name", "command", "extensions"],
          },
        },
        extended: { type: "boolean", description: "Further actions beside the six.", default: false },
        injectDiagnostics: {
          type: "boolean",
          description: "Append new errors to the result of an edit.",
          default: false,
        },
        waitMs: { type: "integer", description: "Milliseconds to wait for diagnostics.", default: 3000 },
        startMs: {
          type: "integer",
          description: "Milliseconds for the start of a server.",
          default: 30000,
        },
        readyMs: {
          type: "integer",
          description: "Milliseconds to wait for a server to be ready.",
          default: 30000,
        },
        requestMs: {
          type: "integer",
          description: "Milliseconds until an unanswered request fails.",
          default: 20000,
        },
        idleMs: {
          type: "integer",
          description: "Milliseconds without a call after which a server is stopped; 0: never.",
          default: 0,
        },
      },
    },
  ],
};

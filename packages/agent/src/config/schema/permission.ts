import type { JsonSchema } from "@mm-agent/core";

const decision = { enum: ["allow", "ask", "deny"] } as const satisfies JsonSchema;

const exampleList = { type: "array", items: { type: "string" } } as const satisfies JsonSchema;

/** The keys that decide what runs without a question. */
export const permissionKeys = {
  yolo: {
    type: "boolean",
    default: true,
    description: "true = nothing asks (mode yolo), false = mode ask.",
  },
  mode: {
    enum: ["ask", "edits", "yolo", "plan"],
    description: "Finer than yolo: edits lets file edits inside the folder run, plan only reads.",
  },
  permissions: {
    type: "object",
    additionalProperties: {
      anyOf: [
        decision,
        {
          type: "object",
          additionalProperties: {
            anyOf: [
              decision,
              {
                type: "object",
                properties: { decide: decision, match: exampleList, notMatch: exampleList },
                required: ["decide"],
                additionalProperties: false,
              },
            ],
          },
        },
      ],
    },
    description: "Rules by tool (or *) and pattern; match and notMatch are examples that are checked.",
  },
  paths: {
    type: "object",
    properties: {
      confine: {
        type: "boolean",
        default: false,
        description: "Refuse file tools outside the session's folder.",
      },
    },
    additionalProperties: false,
    description: "Where file tools may work.",
  },
} as const satisfies Record<string, JsonSchema>;

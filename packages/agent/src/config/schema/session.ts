import type { JsonSchema } from "@mm-agent/core";

/** The keys that shape a session and what people see of it. */
export const sessionKeys = {
  maxOutput: {
    type: "integer",
    minimum: 200,
    default: 20_000,
    description: "UTF-16 units of one tool result that reach the model.",
  },
  previewLines: {
    type: "integer",
    minimum: 0,
    default: 10,
    description: "Lines of a tool's output that line mode shows.",
  },
  watchdogTimeout: {
    type: "number",
    minimum: 0,
    default: 300,
    description: "Seconds of silence after which a turn ends; 0 = never.",
  },
  maxTurns: {
    type: "integer",
    minimum: 1,
    default: 50,
    description: "Model requests within one turn at most.",
  },
  whileRunning: {
    enum: ["cancel", "steer"],
    default: "cancel",
    description: "What Enter does while a turn runs: cancel it and ask, or join the next model request.",
  },
  notify: {
    enum: ["bell", "osc9", "osc777", "off"],
    default: "bell",
    description: "How the terminal tells that a question waits or a long turn has ended.",
  },
  ui: {
    enum: ["auto", "line", "window"],
    default: "auto",
    description: "The terminal front end; auto = window where the terminal can show one.",
  },
  instructions: {
    anyOf: [{ type: "boolean" }, { type: "string" }, { type: "array", items: { type: "string" } }],
    default: true,
    description:
      "Files added to the system prompt besides AGENTS.md, relative to this file; false = no instruction file at all.",
  },
  acp: {
    type: "object",
    properties: {
      title: { type: "string", default: "mm", description: "The agent's name in editors and windows." },
      clientTerminal: {
        type: "boolean",
        default: false,
        description: "Run commands in the editor's own terminal where it offers one.",
      },
    },
    additionalProperties: false,
    description: "The Agent Client Protocol front end.",
  },
  textToolCalls: {
    enum: ["auto", "on", "off"],
    default: "auto",
    description: "Read tool calls that a small model writes as plain text.",
  },
  compaction: {
    type: "object",
    properties: {
      auto: { type: "boolean", default: true, description: "Compact before the window overflows." },
      threshold: {
        type: "number",
        minimum: 0.1,
        maximum: 1,
        default: 0.8,
        description: "The part of the context window at which compaction starts.",
      },
    },
    additionalProperties: true,
    description: "Shortening of long conversations.",
  },
} as const satisfies Record<string, JsonSchema>;

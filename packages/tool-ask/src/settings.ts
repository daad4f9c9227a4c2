import type { JsonSchema } from "@mm-agent/core";

/** One entry of `mmConfigs`. `config` is absolute. */
export interface AgentConfig {
  /** The agent's config file: it is an mm. */
  readonly config?: string;
  /** Program and arguments of any agent that speaks the Agent Client Protocol, instead of `config`. */
  readonly command?: readonly string[];
  /** What the agent is for; the model reads it. */
  readonly description?: string;
  /** Whether the agent's calls run without a question. Default: as in the session that asks. */
  readonly yolo?: boolean;
  /** Names of variables that a `command` gets although they hold provider keys. */
  readonly env?: readonly string[];
}

/** The configuration slice `agents`, with the neighbouring keys that belong to it. */
export interface AskConfig {
  readonly mmConfigs?: Readonly<Record<string, AgentConfig>>;
  /** Adds `explore`, `review` and `plan`. Default false. */
  readonly builtin?: boolean;
  /** Minutes without a question after which an agent's process is ended; 0 keeps it. Default 5. */
  readonly idleMinutes?: number;
  /** Seconds an agent may take to start. Default 60. */
  readonly startTimeout?: number;
  /** Seconds of silence after which a question ends; 0 = never. Default 300. */
  readonly watchdogTimeout?: number;
}

export const settingsSchema = {
  type: "object",
  properties: {
    mmConfigs: {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: {
          config: { type: "string" },
          command: { type: "array", items: { type: "string" } },
          description: { type: "string" },
          yolo: { type: "boolean" },
          env: { type: "array", items: { type: "string" } },
        },
        additionalProperties: false,
      },
    },
    builtin: { type: "boolean", default: false },
    idleMinutes: { type: "number", minimum: 0, default: 5 },
    startTimeout: { type: "number", minimum: 1, default: 60 },
    watchdogTimeout: { type: "number", minimum: 0, default: 300 },
  },
  additionalProperties: false,
} as const satisfies JsonSchema;

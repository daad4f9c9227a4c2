import type { JsonSchema } from "@mm-agent/core";

/** The `bash` slice of the configuration, with defaults filled in. */
export interface BashSettings {
  /** Seconds a command may run when the call names no timeout. */
  readonly timeout: number;
  /** The most seconds a call may ask for. */
  readonly maxTimeout: number;
  /** Variables set for every command; they win over everything else. */
  readonly env: Readonly<Record<string, string>>;
}

const DEFAULT_TIMEOUT = 30;
const DEFAULT_MAX_TIMEOUT = 600;

/** Node's timers end here, in seconds. */
const TIMER_LIMIT = 2_147_483;

export const settingsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    timeout: { type: "number", exclusiveMinimum: 0, description: "Seconds a command may run. Default 30." },
    maxTimeout: {
      type: "number",
      exclusiveMinimum: 0,
      description: "The most seconds the model may ask for. Default 600.",
    },
    env: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Variables set for every command, for example BASH_ENV.",
    },
  },
} as const satisfies JsonSchema;

/** Reads the slice; what is missing or has the wrong type takes its default. */
export function readSettings(config: unknown): BashSettings {
  const slice = isRecord(config) ? config : {};
  const timeout = seconds(slice["timeout"]) ?? DEFAULT_TIMEOUT;
  return {
    timeout,
    maxTimeout: Math.max(timeout, seconds(slice["maxTimeout"]) ?? DEFAULT_MAX_TIMEOUT),
    env: isRecord(slice["env"]) ? onlyStrings(slice["env"]) : {},
  };
}

/** The entries whose value is a string. */
export function onlyStrings(record: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function seconds(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 ? Math.min(value, TIMER_LIMIT) : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

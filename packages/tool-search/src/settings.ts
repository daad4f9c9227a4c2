import type { JsonSchema } from "@mm-agent/core";
import type { EngineName } from "./grep/choose-engine.js";

/** The `search` slice of the configuration, with defaults filled in. */
export interface SearchSettings {
  readonly engine: EngineName;
  /** Seconds a search may take. */
  readonly timeout: number;
}

const ENGINES = ["auto", "@vscode/ripgrep", "rg", "javascript"] as const satisfies readonly EngineName[];
const DEFAULT_TIMEOUT = 30;

export const settingsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    engine: {
      type: "string",
      enum: ENGINES,
      description: "What grep searches with. Default auto: the first of the others that is there.",
    },
    timeout: {
      type: "number",
      exclusiveMinimum: 0,
      maximum: 3600,
      description: "Seconds a search may take. Default 30.",
    },
  },
} as const satisfies JsonSchema;

/** Reads the slice; what is missing or has the wrong type takes its default. */
export function readSettings(config: unknown): SearchSettings {
  const slice = typeof config === "object" && config !== null ? (config as Record<string, unknown>) : {};
  const { engine, timeout } = slice;
  return {
    engine: ENGINES.find((name) => name === engine) ?? "auto",
    timeout: typeof timeout === "number" && timeout > 0 ? Math.min(timeout, 3600) : DEFAULT_TIMEOUT,
  };
}

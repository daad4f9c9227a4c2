import type { ThinkingLevel } from "./types.js";

/** The model keys of the configuration, after merging and defaults. */
export interface ModelSettings {
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string;
  readonly contextWindow?: number;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly thinking?: ThinkingLevel;
  readonly headers?: Readonly<Record<string, string>>;
  readonly extraBody?: Readonly<Record<string, unknown>>;
  /** Milliseconds until the first byte of a reply, and between two bytes. */
  readonly requestTimeout?: number;
}

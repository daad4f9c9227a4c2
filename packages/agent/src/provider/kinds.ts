/** A provider that people can name. */
export interface Kind {
  /** Which client talks to it. */
  readonly client: "openai" | "anthropic";
  readonly baseUrl: string;
  /** The variable that holds the key when the settings name none; used only with the provider's own base URL. */
  readonly keyEnv?: string;
  /** What is taken when no model is named. */
  readonly model?: string;
  /** A server on this machine, which lists what it offers. */
  readonly local?: boolean;
}

/** The servers that mm knows by name. */
export const KINDS: Readonly<Record<string, Kind>> = {
  openai: {
    client: "openai",
    baseUrl: "https://api.openai.com/v1",
    keyEnv: "OPENAI_API_KEY",
    model: "gpt-5.4",
  },
  anthropic: {
    client: "anthropic",
    baseUrl: "https://api.anthropic.com",
    keyEnv: "ANTHROPIC_API_KEY",
    model: "claude-sonnet-5-5",
  },
  ollama: { client: "openai", baseUrl: "http://127.0.0.1:11434/v1", local: true },
  lmstudio: { client: "openai", baseUrl: "http://127.0.0.1:1234/v1", local: true },
  llamacpp: { client: "openai", baseUrl: "http://127.0.0.1:8080/v1", local: true, model: "default" },
  docker: { client: "openai", baseUrl: "http://127.0.0.1:12434/engines/v1", local: true },
  openrouter: { client: "openai", baseUrl: "https://openrouter.ai/api/v1", keyEnv: "OPENROUTER_API_KEY" },
};

/** What `provider` may be. */
export const PROVIDER_NAMES: readonly string[] = [...Object.keys(KINDS), "scripted"];

export function kindOf(name: string | undefined): Kind | undefined {
  return name !== undefined && Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
}

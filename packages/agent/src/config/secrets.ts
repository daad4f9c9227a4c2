import { isSecretPath } from "./show.js";
import type { EffectiveConfig } from "./types.js";

type Env = Readonly<Record<string, string | undefined>>;

/** Variables in which model providers expect their keys. */
const PROVIDER_KEYS = new Set([
  "AI_GATEWAY_API_KEY",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "AZURE_OPENAI_API_KEY",
  "CEREBRAS_API_KEY",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CO_API_KEY",
  "COHERE_API_KEY",
  "DASHSCOPE_API_KEY",
  "DEEPINFRA_API_KEY",
  "DEEPSEEK_API_KEY",
  "FIREWORKS_API_KEY",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GROQ_API_KEY",
  "HYPERBOLIC_API_KEY",
  "MINIMAX_API_KEY",
  "MISTRAL_API_KEY",
  "MOONSHOT_API_KEY",
  "NEBIUS_API_KEY",
  "NVIDIA_API_KEY",
  "OLLAMA_API_KEY",
  "OPENAI_API_KEY",
  "OPENROUTER_API_KEY",
  "PERPLEXITY_API_KEY",
  "SAMBANOVA_API_KEY",
  "TOGETHER_API_KEY",
  "VENICE_API_KEY",
  "VLLM_API_KEY",
  "XAI_API_KEY",
  "ZAI_API_KEY",
  "ZHIPUAI_API_KEY",
]);

/** What says which variables hold keys: the configuration, and the names that files of asked agents give. */
type KeyConfig = Pick<EffectiveConfig, "model"> & { readonly agentKeys?: readonly string[] };

function isProviderKey(name: string, { model, agentKeys = [] }: KeyConfig): boolean {
  const upper = name.toUpperCase();
  return (
    PROVIDER_KEYS.has(upper) ||
    /^MM_.*KEY$/.test(upper) ||
    [model.apiKeyEnv, ...agentKeys].some((key) => key?.toUpperCase() === upper)
  );
}

/** The environment for tools and their children: everything but the keys of model providers. */
export function scrubEnv(env: Env, config: KeyConfig): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !isProviderKey(name, config)) out[name] = value;
  }
  return out;
}

/** Texts that must never be shown or stored, longest first. Shorter ones than 8 characters would hide ordinary words. */
export function secretValues(
  env: Env,
  config: KeyConfig & Pick<EffectiveConfig, "slices" | "plugins">,
): string[] {
  const found = new Set<string>();
  const add = (text: string) => {
    for (const part of [text, text.trim(), text.replace(/^\s*(?:bearer|basic|token)\s+/i, "").trim()]) {
      if (part.length >= 8) found.add(part);
    }
  };
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && isProviderKey(name, config)) add(value);
  }
  collect(config.model.headers, "headers", add);
  collect(config.model.extraBody, "extraBody", add);
  collect(config.slices, "slices", add);
  for (const plugin of config.plugins) collect(plugin.config, "config", add);
  if (config.model.baseUrl !== undefined) addPassword(config.model.baseUrl, add);
  return [...found].toSorted((a, b) => b.length - a.length);
}

function collect(value: unknown, path: string, add: (text: string) => void): void {
  if (typeof value === "string") {
    if (isSecretPath(path) && !isPlainHeader(path)) add(value);
    else addPassword(value, add);
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      collect(item, Array.isArray(value) ? path : `${path}.${key}`, add);
    }
  }
}

// These carry names, not keys; redacting them would hide ordinary words from every transcript.
function isPlainHeader(path: string): boolean {
  return /headers\.(?:user-agent|accept|content-type|referer|http-referer|x-title|anthropic-(?:version|beta))$/i.test(
    path,
  );
}

function addPassword(text: string, add: (text: string) => void): void {
  const password = /:\/\/[^/\s:@]*:([^/\s@]+)@/.exec(text)?.[1];
  if (password !== undefined) add(password);
}

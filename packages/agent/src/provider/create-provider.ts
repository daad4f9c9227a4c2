import path from "node:path";
import { isLoopback } from "../net/proxy.js";
import type { ModelSettings } from "./settings.js";
import type { Provider } from "./types.js";

export type CreatedProvider =
  | { readonly ok: true; readonly provider: Provider }
  | { readonly ok: false; readonly text: string };

type Env = Readonly<Record<string, string | undefined>>;

interface Kind {
  readonly baseUrl?: string;
  /** The variable that holds the key when the settings name none; used only with the provider's own base URL. */
  readonly keyEnv?: string;
  /** Servers with one model need no name for it. */
  readonly model?: string;
}

/** The servers that speak OpenAI's Chat Completions, under the names people know them by. */
const COMPATIBLE: Readonly<Record<string, Kind>> = {
  openai: { baseUrl: "https://api.openai.com/v1", keyEnv: "OPENAI_API_KEY" },
  ollama: { baseUrl: "http://127.0.0.1:11434/v1" },
  lmstudio: { baseUrl: "http://127.0.0.1:1234/v1" },
  llamacpp: { baseUrl: "http://127.0.0.1:8080/v1", model: "default" },
  docker: { baseUrl: "http://127.0.0.1:12434/engines/v1" },
  openrouter: { baseUrl: "https://openrouter.ai/api/v1", keyEnv: "OPENROUTER_API_KEY" },
};

/** What `provider` may be. */
export const PROVIDER_NAMES: readonly string[] = [...Object.keys(COMPATIBLE), "scripted"];

function fail(text: string): CreatedProvider {
  return { ok: false, text };
}

/** Loads a provider by its first use. */
function lazy(name: string, model: string, load: () => Promise<Provider>, models: boolean): Provider {
  let loading: Promise<Provider> | undefined;
  const get = () => (loading ??= load());
  const provider: Provider = {
    name,
    model,
    async *stream(request, signal) {
      let loaded: Provider;
      try {
        loaded = await get();
      } catch (error) {
        yield {
          type: "error",
          class: "bad_request",
          message: `the provider cannot be loaded: ${(error as Error).message}`,
        };
        return;
      }
      yield* loaded.stream(request, signal);
    },
  };
  if (!models) return provider;
  return { ...provider, models: async (signal) => (await (await get()).models?.(signal)) ?? [] };
}

function createCompatible(name: string, kind: Kind, settings: ModelSettings, env: Env): CreatedProvider {
  const model = settings.model ?? kind.model;
  if (model === undefined || model === "")
    return fail(`no model is set: give its name as \`model\` (provider ${name})`);
  const baseUrl = (settings.baseUrl ?? kind.baseUrl ?? "").replace(/\/+$/, "");
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return fail(`\`baseUrl\` must be an http(s) URL: ${baseUrl}`);

  // A key goes only to the host it belongs to: the provider's own, or one the settings name a key for.
  const keyEnv =
    settings.apiKeyEnv ??
    (settings.baseUrl === undefined || baseUrl === kind.baseUrl ? kind.keyEnv : undefined);
  const key = keyEnv === undefined ? undefined : env[keyEnv]?.trim();
  if (keyEnv !== undefined && (key === undefined || key === "") && !isLoopback(url.hostname)) {
    return fail(`no API key for ${url.host}: set the environment variable ${keyEnv}`);
  }
  const options = {
    model,
    baseUrl,
    // Local servers want no key, but the header has to be well-formed.
    apiKey: key === undefined || key === "" ? "none" : key,
    ...(settings.headers === undefined ? {} : { headers: settings.headers }),
    ...(settings.extraBody === undefined ? {} : { extraBody: settings.extraBody }),
    net: { env, ...(settings.requestTimeout === undefined ? {} : { idleTimeout: settings.requestTimeout }) },
  };
  const load = async () => (await import("./openai/provider.js")).createOpenAI(options);
  return { ok: true, provider: lazy("openai", model, load, true) };
}

/**
 * Makes the provider the settings ask for; what is wrong with them is said in `text`. Nothing is loaded or connected
 * before the first request. `baseDir` is the folder a scripted model's file is relative to (default: the working folder).
 */
export function createProvider(
  settings: ModelSettings,
  env: Env,
  options: { readonly baseDir?: string } = {},
): CreatedProvider {
  const name = settings.provider ?? (settings.baseUrl === undefined ? undefined : "openai");
  if (name === undefined)
    return fail(`no model provider is set: give \`provider\` (${PROVIDER_NAMES.join(", ")}) and \`model\``);
  if (name === "scripted") {
    if (settings.model === undefined) return fail("the scripted model needs its file as `model`");
    const file = path.resolve(options.baseDir ?? ".", settings.model);
    const load = async () => (await import("./scripted/provider.js")).createScripted(file);
    return { ok: true, provider: lazy("scripted", settings.model, load, false) };
  }
  const kind = Object.hasOwn(COMPATIBLE, name) ? COMPATIBLE[name] : undefined;
  if (kind === undefined)
    return fail(`unknown provider ${JSON.stringify(name)}: known are ${PROVIDER_NAMES.join(", ")}`);
  return createCompatible(name, kind, settings, env);
}

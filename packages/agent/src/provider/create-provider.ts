import path from "node:path";
import { isLoopback } from "../net/proxy.js";
import type { StoredKeys } from "./keys/key-store.js";
import { kindOf, PROVIDER_NAMES, type Kind } from "./kinds.js";
import { createOpenAI } from "./openai/provider.js";
import type { ModelSettings } from "./settings.js";
import type { ModelEvent, Provider } from "./types.js";

export type CreatedProvider =
  | { readonly ok: true; readonly provider: Provider }
  | { readonly ok: false; readonly text: string };

type Env = Readonly<Record<string, string | undefined>>;

function fail(text: string): CreatedProvider {
  return { ok: false, text };
}

/** An iterator that begins when the first event is asked for, and then costs nothing for each. */
function lazyIterator(open: () => Promise<AsyncIterable<ModelEvent>>): AsyncIterator<ModelEvent> {
  let inner: AsyncIterator<ModelEvent> | undefined;
  let failed = false;
  return {
    async next() {
      if (inner !== undefined) return inner.next();
      if (failed) return { done: true, value: undefined };
      try {
        inner = (await open())[Symbol.asyncIterator]();
      } catch (error) {
        failed = true;
        const message = `the provider cannot be loaded: ${(error as Error).message}`;
        return { done: false, value: { type: "error", class: "bad_request", message } };
      }
      return inner.next();
    },
    return: async () => (await inner?.return?.()) ?? { done: true, value: undefined },
  };
}

/** Loads a provider by its first use. `lists`: it can list its models. */
function lazy(name: string, model: string, load: () => Promise<Provider>, lists = false): Provider {
  let loading: Promise<Provider> | undefined;
  const get = () => (loading ??= load());
  return {
    name,
    model,
    ...(lists ? { models: async (signal: AbortSignal) => (await (await get()).models?.(signal)) ?? [] } : {}),
    stream(request, signal) {
      return {
        [Symbol.asyncIterator]: () => lazyIterator(() => get().then((one) => one.stream(request, signal))),
      };
    },
  };
}

function createKnown(
  name: string,
  kind: Kind,
  settings: ModelSettings,
  env: Env,
  keys: StoredKeys,
): CreatedProvider {
  const model = settings.model ?? (name === "llamacpp" ? kind.model : undefined);
  if (model === undefined || model === "")
    return fail(`no model is set: give its name as \`model\` (provider ${name})`);
  const baseUrl = (settings.baseUrl ?? kind.baseUrl).replace(/\/+$/, "");
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return fail(`\`baseUrl\` must be an http(s) URL: ${baseUrl}`);

  // A key goes only to the host it belongs to: the provider's own, or one the settings name a key for.
  const own = settings.baseUrl === undefined || baseUrl === kind.baseUrl;
  const keyEnv = settings.apiKeyEnv ?? (own ? kind.keyEnv : undefined);
  const stored = Object.hasOwn(keys, url.host) ? keys[url.host] : undefined;
  const key = (keyEnv === undefined ? undefined : env[keyEnv]?.trim()) || stored || undefined;
  if (keyEnv !== undefined && key === undefined && !isLoopback(url.hostname)) {
    return fail(
      `no API key for ${url.host}: set the environment variable ${keyEnv}, or store one: mm login ${name}`,
    );
  }
  if (key !== undefined && /[^\x20-\x7E]/.test(key)) {
    const wrong = "has a line break or a character that is not ASCII in it";
    return fail(
      key === stored
        ? `the stored API key for ${url.host} ${wrong}: store it again with mm login`
        : `the API key in the environment variable ${keyEnv} ${wrong}: set it again`,
    );
  }
  const options = {
    model,
    baseUrl,
    // Local servers want no key, but the header has to be well-formed.
    apiKey: key ?? "none",
    ...(settings.headers === undefined ? {} : { headers: settings.headers }),
    ...(settings.extraBody === undefined ? {} : { extraBody: settings.extraBody }),
    net: { env, ...(settings.requestTimeout === undefined ? {} : { idleTimeout: settings.requestTimeout }) },
  };
  if (kind.client === "anthropic") {
    // The client adds the version part itself.
    const root = baseUrl.replace(/\/v1$/, "");
    const load = async () =>
      (await import("./anthropic/provider.js")).createAnthropic({ ...options, baseUrl: root });
    return { ok: true, provider: lazy("anthropic", model, load, true) };
  }
  return { ok: true, provider: createOpenAI(options) };
}

/**
 * Makes the provider the settings ask for; what is wrong with them is said in `text`. Nothing is connected, and no SDK loaded,
 * before the first request. `baseDir` is the folder a scripted model's file is relative to (default: the working folder);
 * `keys` are those of `mm login`, which count where the environment has none.
 */
export function createProvider(
  settings: ModelSettings,
  env: Env,
  options: { readonly baseDir?: string; readonly keys?: StoredKeys } = {},
): CreatedProvider {
  const name = settings.provider ?? (settings.baseUrl === undefined ? undefined : "openai");
  if (name === undefined)
    return fail(`no model provider is set: give \`provider\` (${PROVIDER_NAMES.join(", ")}) and \`model\``);
  if (name === "scripted") {
    if (settings.model === undefined) return fail("the scripted model needs its file as `model`");
    const file = path.resolve(options.baseDir ?? ".", settings.model);
    const load = async () => (await import("./scripted/provider.js")).createScripted(file);
    return { ok: true, provider: lazy("scripted", settings.model, load) };
  }
  const kind = kindOf(name);
  if (kind === undefined)
    return fail(`unknown provider ${JSON.stringify(name)}: known are ${PROVIDER_NAMES.join(", ")}`);
  return createKnown(name, kind, settings, env, options.keys ?? {});
}

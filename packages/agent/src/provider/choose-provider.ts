import { createProvider, type CreatedProvider } from "./create-provider.js";
import type { StoredKeys } from "./keys/key-store.js";
import { KINDS, kindOf } from "./kinds.js";
import type { Found } from "./local/probe.js";
import type { ModelSettings } from "./settings.js";
import type { Provider } from "./types.js";

type Env = Readonly<Record<string, string | undefined>>;

export interface ChooseOptions {
  readonly baseDir?: string;
  readonly keys?: StoredKeys;
}

export type ChosenProvider =
  | {
      readonly ok: true;
      readonly provider: Provider;
      /** The settings with what was chosen filled in. */
      readonly settings: ModelSettings;
      /** One line: what was taken and how to choose another. Absent when the settings said it. */
      readonly notice?: string;
      /** Tokens, where the server said it while it was looked for. */
      readonly window?: number;
    }
  | { readonly ok: false; readonly text: string };

const HOW =
  "another: --provider and --model, MM_PROVIDER and MM_MODEL, or the config; mm models lists what there is";

const NOTHING = `no model provider is set, and none was found. To get going:
  a model on this machine  start Ollama (then: ollama pull qwen3:8b), LM Studio, llama.cpp or Docker Model Runner
  Anthropic                export ANTHROPIC_API_KEY=...   or store a key: mm login anthropic
  OpenAI                   export OPENAI_API_KEY=...      or store a key: mm login openai
  another server           mm --base-url http://host:port/v1 --model <name>
  no model at all          mm demo shows a scripted one at work`;

/**
 * The provider for the settings; where they name none, the first of: a local server that answers within 300 ms, Anthropic,
 * OpenAI (with a key in the environment or from `mm login`). Only then is anything asked over the network.
 */
export async function chooseProvider(
  settings: ModelSettings,
  env: Env,
  options: ChooseOptions = {},
): Promise<ChosenProvider> {
  const make = (
    full: ModelSettings,
    more: { notice?: string; window?: number | undefined } = {},
  ): ChosenProvider => {
    const created: CreatedProvider = createProvider(full, env, options);
    if (!created.ok) return created;
    const { notice, window } = more;
    return {
      ok: true,
      provider: created.provider,
      settings: full,
      ...(notice === undefined ? {} : { notice }),
      ...(window === undefined ? {} : { window }),
    };
  };
  const { provider: name, model, baseUrl } = settings;
  const has = (provider: string): boolean => {
    const kind = KINDS[provider];
    return (
      kind?.keyEnv !== undefined &&
      Boolean(env[kind.keyEnv]?.trim() || options.keys?.[new URL(kind.baseUrl).host])
    );
  };

  if (name === undefined && baseUrl === undefined) {
    const { probeFault, probeLocal } = await import("./local/probe.js");
    const fault = probeFault(env);
    if (fault !== undefined) return { ok: false, text: fault };
    const found = await probeLocal(env, settings, options.keys);
    const local = pick(found, model);
    if (local !== undefined)
      return make(local.settings(settings), { notice: local.notice, window: local.window });
    const remote = model === undefined || /^claude/i.test(model) ? ["anthropic", "openai"] : ["openai"];
    const keyed = remote.find(has);
    if (keyed !== undefined) return takeDefault(keyed);
    if (found.length > 0 && model !== undefined) return { ok: false, text: notOffered(found, model) };
    return { ok: false, text: NOTHING };
  }
  const kind = kindOf(name);
  if (name === undefined || kind === undefined || model !== undefined) return make(settings);
  if (kind.local !== true)
    return baseUrl === undefined && kind.model !== undefined ? takeDefault(name) : make(settings);

  const { DESCRIBE } = await import("./local/describe.js");
  const { askHeaders } = await import("./local/ask-headers.js");
  const address = baseUrl ?? kind.baseUrl;
  const root = URL.canParse(address) ? new URL(address).origin : "";
  const headers = askHeaders(root, settings, { env, ...options });
  const server = await DESCRIBE[name]?.(root, AbortSignal.timeout(2_000), headers);
  if (server?.preferred === undefined) return make(settings);
  const window = server.models.find((one) => one.id === server.preferred)?.contextWindow;
  return make(
    { ...settings, model: server.preferred },
    { notice: `using ${server.preferred} on ${name}; ${HOW}`, window },
  );

  function takeDefault(provider: string): ChosenProvider {
    const taken = model ?? KINDS[provider]?.model ?? "";
    const why = name === undefined ? `, for there is a key for it and no local server` : "";
    return make(
      { ...settings, provider, model: taken },
      { notice: `using ${taken} of ${provider}${why}; ${HOW}` },
    );
  }
}

/** The first server that has the model, or any model when none is named. */
function pick(found: readonly Found[], model: string | undefined) {
  for (const server of found) {
    const has = (id: string): string | undefined => server.models.find((one) => one.id === id)?.id;
    // Ollama lists a name without a tag as its tag `latest`, and takes both.
    const taken = model === undefined ? server.preferred : (has(model) ?? has(`${model}:latest`));
    if (taken === undefined) continue;
    const window = server.models.find((one) => one.id === taken)?.contextWindow;
    const where = new URL(server.baseUrl).host;
    return {
      settings: (settings: ModelSettings): ModelSettings => ({
        ...settings,
        provider: server.name,
        baseUrl: server.baseUrl,
        model: taken,
      }),
      notice: `using ${taken} on ${server.name} (${where}); ${HOW}`,
      window,
    };
  }
  return undefined;
}

function notOffered(found: readonly Found[], model: string): string {
  const servers = found.map(
    ({ name, models }) =>
      `${name} has ${
        models
          .map((one) => one.id)
          .slice(0, 8)
          .join(", ") || "none"
      }`,
  );
  return `no provider is set, and no server on this machine offers the model ${model}: ${servers.join("; ")}`;
}

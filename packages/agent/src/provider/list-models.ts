import { hide } from "../config/show.js";
import { isLoopback } from "../net/proxy.js";
import { chooseProvider, type ChooseOptions } from "./choose-provider.js";
import { kindOf } from "./kinds.js";
import type { KeySources } from "./local/ask-headers.js";
import type { ModelSettings } from "./settings.js";
import type { ModelInfo } from "./types.js";
import { knownWindow } from "./window/known-windows.js";

/** The models of one server. */
export interface ModelList {
  /** Name of the provider, or the address where it has none. */
  readonly provider: string;
  /** For display: a password in it is hidden. */
  readonly baseUrl: string;
  /** Windows in tokens; `guessed` ones come from the name alone. */
  readonly models: readonly (ModelInfo & { readonly guessed?: boolean })[];
  /** The model that the settings take of this server. */
  readonly current?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What the configured provider offers; without one, every server on this machine and each vendor there is a key for.
 * Failures are texts for a person.
 */
export async function listModels(
  settings: ModelSettings,
  env: Env,
  options: ChooseOptions = {},
): Promise<
  { readonly ok: true; readonly lists: readonly ModelList[] } | { readonly ok: false; readonly text: string }
> {
  const named = settings.provider !== undefined || settings.baseUrl !== undefined;
  let chosen = await chooseProvider({ ...settings }, env, options);
  const current = chosen.ok ? chosen.settings : undefined;
  // A list needs no model: people ask for it to learn the names.
  if (!chosen.ok && named && settings.model === undefined)
    chosen = await chooseProvider({ ...settings, model: "any" }, env, options);
  const lists: ModelList[] = [];
  if (!named) {
    const { probeFault, probeLocal } = await import("./local/probe.js");
    const fault = probeFault(env);
    if (fault !== undefined) return { ok: false, text: fault };
    for (const { name, baseUrl, models } of await probeLocal(env, settings, options.keys))
      lists.push(listOf(name, baseUrl, models, current?.provider === name ? current.model : undefined));
  }
  if (!chosen.ok) return lists.length > 0 ? { ok: true, lists } : chosen;
  const { provider, settings: full } = chosen;
  const name = full.provider ?? "openai";
  if (lists.some((list) => list.provider === name)) return { ok: true, lists };
  const baseUrl = full.baseUrl ?? kindOf(name)?.baseUrl ?? "";
  if (provider.models === undefined) return { ok: false, text: `the provider ${name} has no list of models` };
  const own = await ownList(name, baseUrl, settings, { env, ...options });
  if (own !== undefined) return { ok: true, lists: [...lists, listOf(name, baseUrl, own, current?.model)] };
  try {
    const models = await provider.models(AbortSignal.timeout(30_000));
    return { ok: true, lists: [...lists, listOf(name, baseUrl, models, current?.model)] };
  } catch (error) {
    return { ok: false, text: shown(error instanceof Error ? error.message : String(error)) };
  }
}

/** Local servers say more about their models outside of the common API. */
async function ownList(
  name: string,
  baseUrl: string,
  settings: ModelSettings,
  sources: KeySources,
): Promise<readonly ModelInfo[] | undefined> {
  if (!URL.canParse(baseUrl) || !isLoopback(new URL(baseUrl).hostname)) return undefined;
  const { DESCRIBE } = await import("./local/describe.js");
  const { askHeaders } = await import("./local/ask-headers.js");
  const root = new URL(baseUrl).origin;
  const headers = askHeaders(root, settings, sources);
  return (await DESCRIBE[name]?.(root, AbortSignal.timeout(5_000), headers))?.models;
}

function listOf(
  provider: string,
  baseUrl: string,
  models: readonly ModelInfo[],
  current: string | undefined,
): ModelList {
  const full = models.map((one) => {
    const known = one.contextWindow === undefined ? knownWindow(one.id) : undefined;
    return known === undefined ? one : { ...one, contextWindow: known, guessed: true };
  });
  return { provider, baseUrl: shown(baseUrl), models: full, ...(current === undefined ? {} : { current }) };
}

function shown(text: string): string {
  return String(hide(text, ""));
}

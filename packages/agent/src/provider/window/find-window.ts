import { isLoopback } from "../../net/proxy.js";
import { kindOf, KINDS } from "../kinds.js";
import type { KeySources } from "../local/ask-headers.js";
import type { ModelSettings } from "../settings.js";
import type { Provider } from "../types.js";
import { knownWindow } from "./known-windows.js";

/** Milliseconds the server has to say how large its window is. */
const LIMIT = 2_000;

/** The window that is known without asking anybody: the smaller of what was said before and what the config says, else by name. */
export function windowWithoutAsking(settings: ModelSettings, said?: number): number | undefined {
  const { contextWindow, model } = settings;
  if (said !== undefined && contextWindow !== undefined) return Math.min(said, contextWindow);
  return said ?? contextWindow ?? (model === undefined ? undefined : knownWindow(model));
}

/**
 * Asks the server for the window of the model in use: Ollama's `/api/ps` and `/api/show`, llama.cpp's `/props`, else the list of models.
 * Undefined when it does not say. `sources` hold the key of its host.
 */
export async function askWindow(
  settings: ModelSettings,
  provider: Provider,
  sources: KeySources = {},
): Promise<number | undefined> {
  const { model } = provider;
  const address = settings.baseUrl ?? kindOf(settings.provider)?.baseUrl;
  if (provider.name === "scripted" || address === undefined || !URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  const signal = AbortSignal.timeout(LIMIT);
  const name = localServer(settings);
  if (name !== undefined) {
    const { DESCRIBE, ollamaWindow } = await import("../local/describe.js");
    const { askHeaders } = await import("../local/ask-headers.js");
    const headers = askHeaders(origin, settings, sources);
    if (name === "ollama") return ollamaWindow(origin, model, signal, headers);
    const models = (await DESCRIBE[name]?.(origin, signal, headers))?.models ?? [];
    const own = models.find((one) => one.id === model) ?? (name === "llamacpp" ? models[0] : undefined);
    if (own?.contextWindow !== undefined) return own.contextWindow;
  }
  try {
    return (await provider.models?.(signal))?.find((one) => one.id === model)?.contextWindow;
  } catch {
    return undefined;
  }
}

/** Which server on this machine it is, by the provider's name or by the port that only one of them has. */
export function localServer({ provider, baseUrl }: ModelSettings): string | undefined {
  const address = baseUrl ?? kindOf(provider)?.baseUrl;
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { hostname, port } = new URL(address);
  if (!isLoopback(hostname)) return undefined;
  if (kindOf(provider)?.local === true) return provider;
  return Object.keys(KINDS).find(
    (name) => KINDS[name]?.local === true && new URL(KINDS[name].baseUrl).port === port,
  );
}

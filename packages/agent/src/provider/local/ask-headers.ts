import type { StoredKeys } from "../keys/key-store.js";
import { kindOf } from "../kinds.js";
import type { ModelSettings } from "../settings.js";

/** Where keys come from. */
export interface KeySources {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly keys?: StoredKeys;
}

/**
 * The headers for questions about a server outside of the common API: those of the config, and the key of its host. The key
 * that `apiKeyEnv` names belongs to the server of the settings; one that is only looked for does not get it.
 */
export function askHeaders(
  root: string,
  settings: ModelSettings,
  { env = {}, keys = {} }: KeySources,
): Readonly<Record<string, string>> {
  const host = hostOf(root);
  const own = hostOf(settings.baseUrl ?? kindOf(settings.provider)?.baseUrl);
  const named =
    settings.apiKeyEnv !== undefined && host === own ? env[settings.apiKeyEnv]?.trim() : undefined;
  const stored = host !== undefined && Object.hasOwn(keys, host) ? keys[host] : undefined;
  const key = named || stored;
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  for (const [name, value] of Object.entries(settings.headers ?? {})) headers[name.toLowerCase()] = value;
  return headers;
}

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}

import type { StoredKeys } from "../keys/key-store.js";
import { KINDS } from "../kinds.js";
import type { ModelSettings } from "../settings.js";
import { askHeaders } from "./ask-headers.js";
import { DESCRIBE, type LocalServer } from "./describe.js";

type Env = Readonly<Record<string, string | undefined>>;

/** A server that answered. */
export interface Found extends LocalServer {
  /** As in `provider`. */
  readonly name: string;
  readonly baseUrl: string;
}

/** Milliseconds in which all servers have to answer. */
const LIMIT = 300;

/**
 * The addresses to ask, in order of preference. `MM_PROBE` replaces the usual ports: `off`, or pairs such as
 * `ollama=11434,llamacpp=http://127.0.0.1:9000`; only what it names is asked.
 */
export function probeTargets(
  env: Env,
): { readonly name: string; readonly root: string; readonly baseUrl: string }[] {
  const given = env["MM_PROBE"]?.trim();
  if (given === "off" || given === "0") return [];
  const targets = Object.keys(DESCRIBE).map((name) => {
    const url = new URL(KINDS[name]?.baseUrl ?? "");
    return { name, root: url.origin, path: url.pathname };
  });
  const roots = new Map(
    (given ?? "").split(",").flatMap((pair) => {
      const [name = "", address = ""] = pair.split("=").map((part) => part.trim());
      const root = /^\d+$/.test(address) ? `http://127.0.0.1:${address}` : address.replace(/\/+$/, "");
      return URL.canParse(root) ? [[name, root] as const] : [];
    }),
  );
  return targets.flatMap(({ name, root, path }) => {
    const at = given ? roots.get(name) : root;
    return at === undefined ? [] : [{ name, root: at, baseUrl: `${at}${path}` }];
  });
}

/** What is wrong with `MM_PROBE`, for a person; undefined when it can be read. */
export function probeFault(env: Env): string | undefined {
  const given = env["MM_PROBE"]?.trim();
  if (!given || given === "off" || given === "0") return undefined;
  const names = Object.keys(DESCRIBE);
  const wrong = given.split(",").find((pair) => {
    const [name = "", address = ""] = pair.split("=").map((part) => part.trim());
    if (!names.includes(name)) return true;
    if (/^\d+$/.test(address)) return Number(address) < 1 || Number(address) > 65_535;
    return !/^https?:\/\//i.test(address) || !URL.canParse(address);
  });
  return wrong === undefined
    ? undefined
    : `MM_PROBE cannot be read at ${JSON.stringify(wrong.trim())}: it is off, or pairs such as ollama=11434,llamacpp=http://127.0.0.1:9000 (${names.join(", ")})`;
}

/**
 * Asks the servers that local models usually run on, all at once, with the headers of the settings and the stored key of
 * each host. Takes 300 ms at most, and no time where nothing listens.
 */
export async function probeLocal(
  env: Env,
  settings: ModelSettings = {},
  keys: StoredKeys = {},
): Promise<Found[]> {
  const limit = new AbortController();
  const end = (): void => limit.abort();
  const timer = setTimeout(end, LIMIT);
  try {
    const asked = probeTargets(env).map(async ({ name, root, baseUrl }) => {
      const headers = askHeaders(root, settings, { env, keys });
      const server = await DESCRIBE[name]?.(root, limit.signal, headers);
      return server === undefined ? [] : [{ name, baseUrl, ...server }];
    });
    return (await Promise.all(asked)).flat();
  } finally {
    clearTimeout(timer);
  }
}

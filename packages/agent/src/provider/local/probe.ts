import { KINDS } from "../kinds.js";
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

/** Asks the servers that local models usually run on, all at once. Takes 300 ms at most, and no time where nothing listens. */
export async function probeLocal(env: Env, signal?: AbortSignal): Promise<Found[]> {
  const limit = new AbortController();
  const end = (): void => limit.abort();
  const timer = setTimeout(end, LIMIT);
  signal?.addEventListener("abort", end, { once: true });
  try {
    const asked = probeTargets(env).map(async ({ name, root, baseUrl }) => {
      const server = await DESCRIBE[name]?.(root, limit.signal);
      return server === undefined ? [] : [{ name, baseUrl, ...server }];
    });
    return (await Promise.all(asked)).flat();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

import { BlockList, isIP } from "node:net";

export type Env = Readonly<Record<string, string | undefined>>;

/** True for names and addresses that never leave the machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1" || host === "0.0.0.0")
    return true;
  return isIP(host) === 4 && host.startsWith("127.");
}

function read(env: Env, name: string): string | undefined {
  // Lower case first, as curl does.
  const value = env[name] ?? env[name.toUpperCase()];
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}

/** Reads a NO_PROXY list: `*`, host, `.suffix`, `host:port`, IPv4 or IPv6 network in CIDR form. */
function exempt(list: string, url: URL): boolean {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const network = /^([^/]+)\/(\d+)$/.exec(entry);
      if (network !== null) return inNetwork(host, network[1]!, Number(network[2]));
      const withPort = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(entry);
      if (withPort !== null && withPort[3] !== port) return false;
      const name = (withPort?.[1] ?? withPort?.[2] ?? entry).replace(/^\*?\./, "");
      return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
    });
}

function inNetwork(host: string, base: string, bits: number): boolean {
  const family = isIP(base);
  if (family === 0 || isIP(host) !== family || bits > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(base, bits, type);
  return list.check(host, type);
}

/**
 * The proxy the environment names for a URL (`https_proxy`, `http_proxy`, `all_proxy`, in either case), or undefined
 * for a direct connection: nothing set, exempt by `no_proxy`, or a loopback host, which never goes through a proxy.
 */
export function proxyFor(url: URL, env: Env): string | undefined {
  if (isLoopback(url.hostname)) return undefined;
  const proxy = read(env, url.protocol === "https:" ? "https_proxy" : "http_proxy") ?? read(env, "all_proxy");
  if (proxy === undefined) return undefined;
  const list = read(env, "no_proxy");
  if (list !== undefined && exempt(list, url)) return undefined;
  return proxy.includes("://") ? proxy : `http://${proxy}`;
}

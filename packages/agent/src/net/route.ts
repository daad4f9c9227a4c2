import type http from "node:http";
import type { Socket } from "node:net";
import { hostPort, NetError } from "./net-error.js";
import { proxyFor, type Env } from "./proxy.js";

/** How to reach a URL: what to hand to `request`, and whom an error below HTTP concerns. */
export interface Route {
  readonly secure: boolean;
  /** True: no proxy in between. */
  readonly direct: boolean;
  readonly options: http.RequestOptions & { readonly ca?: string };
  /** `host:port` for messages. */
  readonly where: string;
}

function proxyHeaders(proxy: URL): Record<string, string> {
  if (proxy.username === "") return {};
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(user).toString("base64")}` };
}

/** Opens a tunnel through a proxy with CONNECT (RFC 9110, 9.3.6). */
async function tunnel(proxy: URL, target: string, signal: AbortSignal): Promise<Socket> {
  const client =
    proxy.protocol === "https:" ? (await import("node:https")).default : (await import("node:http")).default;
  return new Promise((resolve, reject) => {
    const request = client.request({
      host: proxy.hostname,
      port: proxy.port || (proxy.protocol === "https:" ? 443 : 80),
      method: "CONNECT",
      path: target,
      headers: { host: target, ...proxyHeaders(proxy) },
      agent: false,
      signal,
    });
    request.once("connect", (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      const text = `the proxy ${hostPort(proxy)} refused to connect to ${target}: ${response.statusCode} ${response.statusMessage}`;
      reject(new NetError("proxy", text));
    });
    request.once("error", (error) => {
      reject(
        signal.aborted
          ? error
          : new NetError("proxy", `the proxy ${hostPort(proxy)} cannot be used: ${error.message}`, error),
      );
    });
    request.end();
  });
}

/** Decides between a direct connection, a proxy that takes the whole URL (http) and a tunnel through one (https). */
export async function findRoute(
  url: URL,
  env: Env,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<Route> {
  const secure = url.protocol === "https:";
  if (!secure && url.protocol !== "http:") throw new NetError("failed", `not an http(s) URL: ${url.href}`);
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const own = {
    host: hostname,
    port: url.port || (secure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    ...(ca === undefined ? {} : { ca }),
  };
  const found = proxyFor(url, env);
  if (found === undefined) return { secure, direct: true, options: own, where: hostPort(url) };

  const proxy = URL.canParse(found) ? new URL(found) : undefined;
  if (proxy === undefined || (proxy.protocol !== "http:" && proxy.protocol !== "https:")) {
    throw new NetError(
      "proxy",
      `the proxy ${found.replace(/\/\/[^@/]*@/, "//")} cannot be used: only http:// and https:// proxies are supported`,
    );
  }
  if (secure) {
    const socket = await tunnel(proxy, hostPort(url), signal);
    const { connect } = await import("node:tls");
    // An agent would ignore `createConnection`.
    const connection = () => connect({ socket, servername: hostname, ...(ca === undefined ? {} : { ca }) });
    return {
      secure,
      direct: false,
      options: { ...own, agent: undefined, createConnection: connection },
      where: hostPort(url),
    };
  }
  return {
    secure: proxy.protocol === "https:",
    direct: false,
    options: {
      host: proxy.hostname,
      port: proxy.port || (proxy.protocol === "https:" ? 443 : 80),
      path: url.href,
      headers: proxyHeaders(proxy),
    },
    where: hostPort(proxy),
  };
}

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startModelServer, type ModelServer } from "@mm-agent/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFetch } from "./fetch.js";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const cert = readFileSync(fixture("cert.pem"), "utf8");
const key = readFileSync(fixture("key.pem"), "utf8");
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer([{ body: "over TLS" }], { tls: { key, cert }, repeatLast: true });
});
afterAll(() => server.close());

/** A server over TLS that counts its connections. */
async function startTls(listener: http.RequestListener) {
  let count = 0;
  const tls = https.createServer({ key, cert }, listener).on("secureConnection", () => (count += 1));
  await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(tls.address() as AddressInfo).port}`,
    connections: () => count,
    end: async () => {
      tls.closeAllConnections();
      await new Promise((resolve) => tls.close(resolve));
    },
  };
}

describe("createFetch over TLS", () => {
  it("names NODE_EXTRA_CA_CERTS when a certificate is not trusted", async () => {
    await expect(createFetch()(server.url)).rejects.toThrow(
      `the certificate of 127.0.0.1:${server.port} is not trusted (self-signed certificate); if you trust it, put its CA into a PEM file and name that file in NODE_EXTRA_CA_CERTS`,
    );
  });

  it("trusts a given CA", async () => {
    expect(await (await createFetch({ ca: cert })(server.url)).text()).toBe("over TLS");
  });

  it("trusts what NODE_EXTRA_CA_CERTS names", async () => {
    // Node reads the variable when it starts, so this needs a process of its own; it makes the request as fetch.ts does.
    const script = `require("node:https").get(${JSON.stringify(server.url)}, { agent: false }, (r) => r.pipe(process.stdout))`;
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: fixture("cert.pem") };
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { env });
    expect(stdout).toBe("over TLS");
  });

  it("keeps the connection for the next request, also when the reader stopped before the end", async () => {
    const { url, connections, end } = await startTls((_request, response) => {
      response.write("data: [DONE]\n\n");
      setTimeout(() => response.end(), 20);
    });
    const fetch = createFetch({ ca: cert });
    for (let i = 0; i < 3; i += 1) {
      const { body } = await fetch(url, { method: "POST", body: "{}" });
      for await (const chunk of body) if (chunk.length > 0) break;
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(connections()).toBe(1);
    await end();
  });

  it("ends a connection whose reply goes on and on, and one that was aborted", async () => {
    let closed = 0;
    const { url, connections, end } = await startTls((request, response) => {
      request.socket.once("close", () => (closed += 1));
      response.write("x");
    });
    const fetch = createFetch({ ca: cert });
    for await (const chunk of (await fetch(url)).body) if (chunk.length > 0) break;
    await expect.poll(() => closed).toBe(1);
    const abort = new AbortController();
    const { body } = await fetch(url, { signal: abort.signal });
    abort.abort();
    await expect(body[Symbol.asyncIterator]().next()).rejects.toThrow("the request was aborted");
    await expect.poll(() => closed).toBe(2);
    expect(connections()).toBe(2);
    await end();
  });

  it("sends a request again that met a connection which the server was closing", async () => {
    let requests = 0;
    const { url, connections, end } = await startTls((request, response) => {
      requests += 1;
      // The second request on a connection gets no answer but its end.
      if (requests === 2) request.socket.destroy();
      else response.end("ok");
    });
    const fetch = createFetch({ ca: cert });
    for (let i = 0; i < 2; i += 1) expect(await (await fetch(url)).text()).toBe("ok");
    expect([requests, connections()]).toEqual([3, 2]);
    await end();
  });

  it("opens a tunnel through a proxy and checks the certificate behind it", async () => {
    const targets: string[] = [];
    const proxy = http.createServer().on("connect", (request, client) => {
      targets.push(request.url ?? "");
      const upstream = net.connect(server.port, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        upstream.pipe(client).pipe(upstream);
      });
      for (const socket of [upstream, client]) socket.on("error", () => undefined);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const env = { HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    expect(await (await createFetch({ env, ca: cert })("https://models.test/v1/x")).text()).toBe("over TLS");
    await expect(createFetch({ env })("https://models.test/v1/x")).rejects.toThrow(
      "the certificate of models.test:443 is not trusted (self-signed certificate)",
    );
    await expect(createFetch({ env, ca: cert })("https://other.test/v1/x")).rejects.toThrow(
      "the certificate of other.test:443 belongs to another name",
    );
    expect(targets).toEqual(["models.test:443", "models.test:443", "other.test:443"]);
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });
});

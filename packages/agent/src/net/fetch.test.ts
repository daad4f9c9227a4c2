import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { startModelServer, type ModelServer, type ServerReply } from "@mm-agent/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { readErrorText } from "./body.js";
import { createFetch, type NetOptions } from "./fetch.js";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function serve(...replies: ServerReply[]): Promise<ModelServer> {
  const server = await startModelServer(replies);
  open.push(server);
  return server;
}

/** A server that handles raw connections. */
async function listen(handle: (socket: net.Socket) => void): Promise<number> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return (server.address() as AddressInfo).port;
}

async function failure(url: string, options: NetOptions = {}, signal?: AbortSignal): Promise<string> {
  try {
    const response = await createFetch(options)(url, { signal });
    await response.text();
    return "no failure";
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`.replace(/:\d{4,5}\b/g, ":PORT");
  }
}

describe("createFetch", () => {
  it("sends method, headers and body and reads the reply", async () => {
    const server = await serve({ status: 201, headers: { "x-one": "1" }, body: { ü: "é" } });
    const response = await createFetch()(`${server.url}/v1/x?a=b`, {
      method: "POST",
      headers: new Map([["X-Two", "2"]]),
      body: '{"ä":1}',
    });
    expect([response.ok, response.status, response.statusText]).toEqual([true, 201, "Created"]);
    expect(response.headers.get("X-One")).toBe("1");
    expect([...response.headers].find(([name]) => name === "content-type")).toEqual([
      "content-type",
      "application/json",
    ]);
    expect(await response.json()).toEqual({ ü: "é" });
    expect(server.requests[0]).toMatchObject({ method: "POST", path: "/v1/x?a=b", body: { ä: 1 } });
    expect(server.requests[0]?.headers).toMatchObject({
      "x-two": "2",
      "content-length": "8",
      connection: "close",
    });
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
  ])("decodes %s", async (encoding, pack) => {
    const server = await serve({ headers: { "content-encoding": encoding }, body: pack("text ü") });
    expect(await (await createFetch()(server.url)).text()).toBe("text ü");
  });

  it("reports a compressed body that was cut", async () => {
    const bytes = gzipSync("text".repeat(5000));
    const server = await serve({
      headers: { "content-encoding": "gzip" },
      body: bytes,
      dropAfter: bytes.length - 9,
    });
    expect(await failure(server.url)).toBe(
      "NetError: 127.0.0.1:PORT closed the connection in the middle of the reply",
    );
  });

  it("follows no redirects", async () => {
    const server = await serve({ status: 308, headers: { location: "https://other.test/" }, body: "" });
    expect((await createFetch()(server.url)).status).toBe(308);
  });

  it("names the cause of what goes wrong below HTTP", async () => {
    const port = await listen(() => undefined);
    await open.pop()?.close();
    expect(await failure(`http://127.0.0.1:${port}/`)).toBe("NetError: connection refused at 127.0.0.1:PORT");
    expect(await failure(`http://localhost:${port}/`)).toBe("NetError: connection refused at localhost:PORT");
    expect(await failure("ftp://127.0.0.1/")).toBe("NetError: not an http(s) URL: ftp://127.0.0.1/");
    const silent = await listen((socket) => socket.destroy());
    expect(await failure(`http://127.0.0.1:${silent}/`)).toBe(
      "NetError: 127.0.0.1:PORT closed the connection before replying",
    );
    const other = await listen((socket) => socket.end("SSH-2.0-x\r\n\r\n"));
    expect(await failure(`http://127.0.0.1:${other}/`)).toMatch(
      /^NetError: 127.0.0.1:PORT did not answer in HTTP \(/,
    );
    expect(await failure(`https://127.0.0.1:${other}/`)).toBe(
      "NetError: no TLS connection to 127.0.0.1:PORT: it does not speak TLS (is it http://?)",
    );
    const dropped = await serve({ stream: ["one"], dropAfter: 3 });
    expect(await failure(dropped.url)).toBe(
      "NetError: 127.0.0.1:PORT closed the connection in the middle of the reply",
    );
  });

  it("names the host that does not exist", async () => {
    expect(await failure("http://no-such-host.invalid/")).toMatch(
      /^NetError: (host not found: |host lookup failed for )no-such-host.invalid/,
    );
  });

  it("ends when nothing comes: no connection, no head, no more bytes", async () => {
    const limits = { connectTimeout: 100, idleTimeout: 150 };
    const deaf = await listen(() => undefined);
    expect(await failure(`https://127.0.0.1:${deaf}/`, limits)).toBe(
      "NetError: no connection to 127.0.0.1:PORT within 0.1 s",
    );
    expect(await failure(`http://127.0.0.1:${deaf}/`, limits)).toBe(
      "NetError: no reply from 127.0.0.1:PORT within 0.2 s",
    );
    const server = await serve({ stream: ["one", "two"], stallAfter: 5 });
    expect(await failure(server.url, limits)).toBe("NetError: 127.0.0.1:PORT sent nothing for 0.2 s");
  });

  it("does not count the reader's own pauses", async () => {
    const server = await serve({ stream: ["one", "two"], cut: [4] });
    const response = await createFetch({ idleTimeout: 60 })(server.url);
    let text = "";
    for await (const bytes of response.body) {
      text += Buffer.from(bytes).toString();
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    expect(text).toBe("data: one\n\ndata: two\n\n");
  });

  it("ends at once when aborted: before, while waiting, while reading", async () => {
    const deaf = await listen(() => undefined);
    expect(await failure(`http://127.0.0.1:${deaf}/`, {}, AbortSignal.abort())).toBe(
      "AbortError: the request was aborted",
    );
    expect(await failure(`http://127.0.0.1:${deaf}/`, {}, AbortSignal.timeout(50))).toBe(
      "AbortError: the request was aborted",
    );
    expect(await failure(`https://127.0.0.1:${deaf}/`, {}, AbortSignal.timeout(50))).toBe(
      "AbortError: the request was aborted",
    );
    const server = await serve({ stream: ["one", "two"], stallAfter: 5 });
    expect(await failure(server.url, {}, AbortSignal.timeout(50))).toBe(
      "AbortError: the request was aborted",
    );
  });

  it("closes the connection when a reader leaves", async () => {
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const port = await listen((socket) => {
      socket.resume().once("close", () => closed?.());
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc");
    });
    for await (const _ of (await createFetch()(`http://127.0.0.1:${port}/`)).body) break;
    await gone;
  });

  it("hands the whole URL to a proxy for http", async () => {
    const proxy = await serve({ body: "from afar" });
    const env = { http_proxy: `http://user:p%40ss@127.0.0.1:${proxy.port}` };
    const response = await createFetch({ env })("http://models.test:1234/v1/x", {
      method: "POST",
      body: "{}",
    });
    expect(await response.text()).toBe("from afar");
    expect(proxy.requests[0]?.path).toBe("http://models.test:1234/v1/x");
    expect(proxy.requests[0]?.headers).toMatchObject({
      host: "models.test:1234",
      "proxy-authorization": `Basic ${Buffer.from("user:p@ss").toString("base64")}`,
    });
  });

  it("says what is wrong with a proxy", async () => {
    const refusing = http
      .createServer()
      .on("connect", (_request, socket) => socket.end("HTTP/1.1 407 Who are you\r\n\r\n"));
    await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
    open.push(refusing);
    const { port } = refusing.address() as AddressInfo;
    const through = (proxy: string) => failure("https://models.test/", { env: { https_proxy: proxy } });
    expect(await through(`http://127.0.0.1:${port}`)).toBe(
      "NetError: the proxy 127.0.0.1:PORT refused to connect to models.test:443: 407 Who are you",
    );
    expect(await through("socks5://me:secret@127.0.0.1:9")).toBe(
      "NetError: the proxy socks5://127.0.0.1:9 cannot be used: only http:// and https:// proxies are supported",
    );
    expect(await through("http://127.0.0.1:9")).toMatch(
      /^NetError: the proxy 127.0.0.1:9 cannot be used: connect ECONNREFUSED/,
    );
  });
});

it("reads of an error's body what comes in time, and no more than a limit", async () => {
  const port = await listen((socket) => {
    socket.once("data", () => socket.write("HTTP/1.1 500 Oops\r\ncontent-length: 9000000\r\n\r\nwhy"));
  });
  const hanging = await createFetch()(`http://127.0.0.1:${port}/`);
  expect(await readErrorText(hanging.body, 50)).toBe("why");
  const large = await listen((socket) => {
    socket.once("data", () =>
      socket.write(`HTTP/1.1 500 Oops\r\ncontent-length: 9000000\r\n\r\n${"x".repeat(2 ** 20 + 99)}`),
    );
  });
  // The rest never comes: only the limit ends it before the time does.
  const body = await readErrorText((await createFetch()(`http://127.0.0.1:${large}/`)).body, 60_000);
  expect(body).toHaveLength(2 ** 20);
});

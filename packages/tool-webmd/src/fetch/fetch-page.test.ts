import { gzipSync, brotliCompressSync, deflateSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { answer, type Answer, serve, type Site } from "../fixtures/serve.js";
import { fetchPage, type FetchPageOptions } from "./fetch-page.js";
import { RobotsCache } from "./robots-cache.js";

const sites: Site[] = [];
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

async function site(answers: Record<string, Answer | string>): Promise<Site> {
  const made = await serve(answers);
  sites.push(made);
  return made;
}

async function get(url: string, options: FetchPageOptions = {}): Promise<string> {
  const page = await fetchPage(url, options);
  return page.ok
    ? `${page.url.replace(/:\d+/, "")} ${page.html}`
    : `${page.code} ${page.class}: ${page.reason.replace(/127\.0\.0\.1:\d+/g, "HOST")}`;
}

const HTML = { "Content-Type": "text/html" };

test("a page comes with its final address and its text", async () => {
  let agent: string | undefined;
  const { origin } = await site({
    "/a": answer(302, { Location: "/b?c" }),
    "/b?c": (request, response) => {
      agent = request.headers["user-agent"];
      response.writeHead(200, { "Content-Type": "text/html; charset=latin1" }).end(Buffer.from([0xe9, 0x93]));
    },
  });
  expect(await get(`${origin}/a#part`)).toBe("http://127.0.0.1/b?c#part é“");
  expect(agent).toMatch(/^mm\/\d+\.\d+\.\d+/);
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("%s is decompressed, and the limit counts what comes out", async (name, compress) => {
  const headers = { ...HTML, "Content-Encoding": name };
  const { origin } = await site({
    "/small": answer(200, headers, compress(Buffer.from("<p>x"))),
    "/bomb": answer(200, headers, compress(Buffer.alloc(6 * 1024 * 1024, 32))),
    "/broken": answer(200, headers, "garbage"),
  });
  expect(await get(`${origin}/small`)).toBe("http://127.0.0.1/small <p>x");
  expect(await get(`${origin}/bomb`)).toBe("1 conversion: the page is larger than 5 MiB");
  expect(await get(`${origin}/broken`)).toMatch(/^1 conversion: the page's compression is broken/);
});

test("failures say what is wrong", async () => {
  const { origin } = await site({
    "/json": answer(200, { "Content-Type": "application/json" }, "{}"),
    "/none": answer(200, {}, "{}"),
    "/sniffed": answer(200, {}, "<!doctype html><p>x"),
    "/xhtml": answer(200, { "Content-Type": "Application/XHTML+XML; charset=utf-8" }, "<html/>"),
    "/loop": answer(301, { Location: "/loop" }),
    "/nowhere": answer(302),
    "/away": answer(302, { Location: "ftp://site.test/" }),
    "/secret": answer(302, { Location: "http://me:pw@127.0.0.1/" }),
    "/500": answer(500),
    "/long": answer(200, { ...HTML, "Content-Length": String(6 * 1024 * 1024) }),
    "/odd": answer(200, { "Content-Type": "text/html; charset=iso-2022-kr" }, "x"),
    "/zstd": answer(200, { ...HTML, "Content-Encoding": "zstd" }, "x"),
    "/cut": (_request, response) => {
      response.writeHead(200, { ...HTML, "Content-Length": "100" }).write("<p>");
      setTimeout(() => response.destroy(), 20);
    },
  });
  expect(await get(`${origin}/json`)).toBe("1 conversion: not an HTML page but application/json");
  expect(await get(`${origin}/none`)).toBe(
    "1 conversion: not an HTML page (no content type, and it does not look like HTML)",
  );
  expect(await get(`${origin}/sniffed`)).toBe("http://127.0.0.1/sniffed <!doctype html><p>x");
  expect(await get(`${origin}/xhtml`)).toBe("http://127.0.0.1/xhtml <html/>");
  expect(await get(`${origin}/gone`)).toBe("2 input: HTTP 404 Not Found");
  expect(await get(`${origin}/500`)).toBe("2 input: HTTP 500 Internal Server Error");
  expect(await get(`${origin}/loop`)).toBe("2 input: more than 10 redirections");
  expect(await get(`${origin}/nowhere`)).toBe("2 input: HTTP 302 Found");
  expect(await get(`${origin}/away`)).toBe("2 input: the page redirects to ftp:, which is not http or https");
  expect(await get(`${origin}/secret`)).toBe(
    "2 input: the page redirects to a url with a user name or password",
  );
  expect(await get(`${origin}/long`)).toBe("1 conversion: the page is larger than 5 MiB");
  expect(await get(`${origin}/odd`)).toBe("1 conversion: its character encoding cannot be decoded");
  expect(await get(`${origin}/zstd`)).toBe(
    "1 conversion: the page is compressed with zstd, which is not supported",
  );
  expect(await get(`${origin}/cut`)).toBe(
    "2 input: HOST closed the connection before the answer was complete",
  );
});

test("ten redirections are followed, the eleventh is not", async () => {
  const answers: Record<string, Answer | string> = { "/0": "<p>end" };
  for (let n = 1; n <= 11; n++) answers[`/${n}`] = answer(307, { Location: `/${n - 1}` });
  const { origin } = await site(answers);
  expect(await get(`${origin}/10`)).toBe("http://127.0.0.1/0 <p>end");
  expect(await get(`${origin}/11`)).toBe("2 input: more than 10 redirections");
});

test("time and the caller's signal end everything", async () => {
  const { origin } = await site({ "/slow": () => {} });
  expect(await get(`${origin}/slow`, { timeout: 100 })).toBe("2 input: HOST did not answer within 0.1 s");
  const abort = new AbortController();
  const waiting = fetchPage(`${origin}/slow`, { signal: abort.signal });
  setTimeout(() => abort.abort(), 30);
  expect(await waiting).toMatchObject({ ok: false, cancelled: true });
  expect(await fetchPage(`${origin}/slow`, { signal: abort.signal })).toMatchObject({ cancelled: true });
});

test("plain http where https was asked for is said in words", async () => {
  const { origin } = await site({});
  const secure = origin.replace("http:", "https:");
  const said = "HOST does not answer in https; a plain http page needs http:// in its url";
  expect(await get(secure, { robots: false })).toBe(`2 input: ${said}`);
  expect(await get(secure)).toBe(`2 input: robots.txt of https://HOST cannot be read (${said})`);
});

test("hosts that do not exist or do not answer", async () => {
  const { origin } = await site({});
  await sites.splice(0)[0]?.close();
  expect(await get(`${origin}/x`, { robots: false })).toBe("2 input: HOST refused the connection");
  const lookup = () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" }));
  expect(await get("http://no.test/x", { robots: false, lookup })).toBe(
    "2 input: the host no.test was not found",
  );
});

test("refused addresses are refused as literals, by name and after a redirection", async () => {
  const { origin, requests } = await site({
    "/meta": answer(302, { Location: "http://169.254.169.254/latest" }),
    "/ok": "<p>x",
  });
  expect(await get("http://169.254.169.254/x")).toBe(
    "2 input: robots.txt of http://169.254.169.254 cannot be read (169.254.169.254 is a cloud metadata address)",
  );
  expect(await get(`${origin}/meta`, { robots: false })).toBe(
    "2 input: 169.254.169.254 is a cloud metadata address",
  );
  const before = requests.length;
  expect(await get(`${origin}/ok`, { blockPrivate: true, robots: false })).toBe(
    "2 input: 127.0.0.1 is a private address, and those are blocked",
  );
  expect(await get("http://2130706433/", { blockPrivate: true, robots: false })).toMatch(/private address/);
  expect(await get("http://[::ffff:127.0.0.1]/", { blockPrivate: true, robots: false })).toMatch(
    /private address/,
  );
  const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
  expect(
    await get(origin.replace("127.0.0.1", "in.test"), { blockPrivate: true, robots: false, lookup }),
  ).toBe("2 input: in.test leads to 127.0.0.1, a private address, and those are blocked");
  expect(requests.length).toBe(before);
  expect(await get(`${origin}/ok`)).toBe("http://127.0.0.1/ok <p>x");
});

test("the address that was checked is the one that is connected to", async () => {
  const { origin } = await site({ "/": "<p>mine" });
  let asked = 0;
  const lookup = async () => {
    asked++;
    return [
      { address: "169.254.169.254", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
  };
  const page = await fetchPage(origin.replace("127.0.0.1", "two.test"), { robots: false, lookup });
  expect(page).toMatchObject({ ok: true, html: "<p>mine" });
  expect(asked).toBe(1);
});

test("robots.txt is asked once per origin and for every redirection target", async () => {
  const other = await site({ "/robots.txt": answer(200, {}, "User-agent: *\nDisallow: /no"), "/no": "<p>x" });
  const { origin, requests } = await site({
    "/robots.txt": answer(200, {}, "User-agent: mm\nDisallow: /private\n"),
    "/a": "<p>a",
    "/b": "<p>b",
    "/private": "<p>p",
    "/in": answer(302, { Location: "/private" }),
    "/out": answer(302, { Location: `${other.origin}/no` }),
  });
  const robots = new RobotsCache();
  expect(await get(`${origin}/a`, { robots })).toBe("http://127.0.0.1/a <p>a");
  expect(await get(`${origin}/b`, { robots })).toBe("http://127.0.0.1/b <p>b");
  expect(await get(`${origin}/private`, { robots })).toBe(
    "2 input: robots.txt of http://HOST forbids http://HOST/private",
  );
  expect(await get(`${origin}/in`, { robots })).toBe(
    "2 input: robots.txt of http://HOST forbids http://HOST/private",
  );
  expect(await get(`${origin}/out`, { robots })).toBe(
    "2 input: robots.txt of http://HOST forbids http://HOST/no",
  );
  expect(requests).toEqual(["/robots.txt", "/a", "/b", "/in", "/out"]);
  expect(other.requests).toEqual(["/robots.txt"]);
});

test.each<[string, Answer, boolean]>([
  ["404", answer(404), true],
  ["401", answer(401), true],
  ["429", answer(429), true],
  ["500", answer(500), false],
  ["503", answer(503), false],
  ["204", answer(204), true],
  ["empty", answer(200, {}, ""), true],
  ["a loop", answer(301, { Location: "/robots.txt" }), true],
  ["a redirection to nowhere", answer(302), true],
  ["a redirection to rules", answer(301, { Location: "/rules" }), false],
  ["HTML", answer(200, HTML, "<html><body>Disallow: /</body></html>"), true],
  ["5 MiB", answer(200, {}, `User-agent: *\nDisallow: /page\n${"#\n".repeat(2_500_000)}`), false],
  ["a closed connection", (_request, response) => response.destroy(), false],
])("robots.txt answering %s", async (_, robotsAnswer, allowed) => {
  const { origin } = await site({
    "/robots.txt": robotsAnswer,
    "/rules": answer(200, {}, "User-agent: *\nDisallow: /page"),
    "/page": "<p>x",
  });
  const page = await fetchPage(`${origin}/page`);
  expect(page.ok).toBe(allowed);
  if (!page.ok) expect(page).toMatchObject({ code: 2, class: "input" });
});

test("answers of robots.txt are kept for 24 hours, failures are not", async () => {
  let status = 503;
  const { origin, requests } = await site({
    "/robots.txt": (_request, response) => void response.writeHead(status).end(""),
    "/x": "<p>x",
  });
  let now = 0;
  const robots = new RobotsCache(() => now);
  expect((await fetchPage(`${origin}/x`, { robots })).ok).toBe(false);
  status = 404;
  expect((await fetchPage(`${origin}/x`, { robots })).ok).toBe(true);
  now = 24 * 3600 * 1000 - 1;
  await fetchPage(`${origin}/x`, { robots });
  expect(requests.filter((path) => path === "/robots.txt")).toHaveLength(2);
  now += 2;
  await fetchPage(`${origin}/x`, { robots });
  expect(requests.filter((path) => path === "/robots.txt")).toHaveLength(3);
});

import { VERSION } from "../version.js";
import { explain } from "./explain.js";
import { type Failure, failure, FetchError } from "./failure.js";
import { parseUrl } from "./parse-url.js";
import type { Lookup, RequestOptions, Response } from "./request.js";
import { RobotsCache } from "./robots-cache.js";

/** Milliseconds for robots.txt, redirections and the page together. */
const FETCH_TIMEOUT = 30_000;
/** Bytes of a page after decompression. */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 10;

export interface FetchPageOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for everything together. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Bytes after decompression. Default 5 MiB. */
  readonly maxBytes?: number | undefined;
  /** Refuses private, loopback, link-local, shared, multicast, mapped and NAT64 addresses. Default false. */
  readonly blockPrivate?: boolean | undefined;
  /** `User-Agent` header. Default `mm/<version>`. */
  readonly userAgent?: string | undefined;
  /** Product token that robots.txt is read for. Default `mm`. */
  readonly agent?: string | undefined;
  /** Remembers robots.txt files; pass the same one to several calls. False: robots.txt is not asked. */
  readonly robots?: RobotsCache | false | undefined;
  readonly lookup?: Lookup | undefined;
}

export interface FetchedPage {
  readonly ok: true;
  /** The final URL, after redirections. */
  readonly url: string;
  readonly html: string;
  readonly encoding: string;
  /** Bytes after decompression. */
  readonly size: number;
}

/**
 * Downloads one HTML page. Failures are values: code 1 when it is no usable HTML, 2 when it cannot be had, 3 when the
 * URL cannot be used. robots.txt is asked before the page and before every redirection target.
 */
export async function fetchPage(
  input: string,
  options: FetchPageOptions = {},
): Promise<FetchedPage | Failure> {
  const parsed = parseUrl(input);
  if (!parsed.ok) return parsed;
  const timeout = options.timeout ?? FETCH_TIMEOUT;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeout);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal;
  const at = { url: parsed.url };
  try {
    signal.throwIfAborted();
    return await load(at, options, signal);
  } catch (error) {
    if (options.signal?.aborted) return { ...failure(2, "cancelled"), cancelled: true };
    if (deadline.signal.aborted)
      return failure(2, `${at.url.host} did not answer within ${timeout / 1000} s`);
    return failure(
      error instanceof FetchError ? error.failure : broken(error) ? 1 : 2,
      explain(error, at.url),
    );
  } finally {
    clearTimeout(timer);
  }
}

async function load(
  at: { url: URL },
  options: FetchPageOptions,
  signal: AbortSignal,
): Promise<FetchedPage | Failure> {
  // The network modules cost more to load than this whole package.
  const { request, systemLookup } = await import("./request.js");
  const common: RequestOptions = {
    userAgent: options.userAgent ?? `mm/${VERSION}`,
    accept: "text/html, application/xhtml+xml;q=0.9, */*;q=0.1",
    blockPrivate: options.blockPrivate ?? false,
    lookup: options.lookup ?? systemLookup,
    signal,
  };
  const robots = options.robots === false ? undefined : (options.robots ?? new RobotsCache());
  for (let hops = 0; ; hops++) {
    await robots?.check(at.url, options.agent ?? "mm", common);
    const response = await request(at.url, common);
    const next = redirection(response, at.url);
    if (!next) return page(response, at.url, options.maxBytes ?? MAX_PAGE_BYTES);
    response.close();
    if (hops >= MAX_REDIRECTS) return failure(2, `more than ${MAX_REDIRECTS} redirections`);
    if (next.protocol !== "http:" && next.protocol !== "https:") {
      return failure(2, `the page redirects to ${next.protocol}, which is not http or https`);
    }
    if (next.username !== "" || next.password !== "") {
      return failure(2, "the page redirects to a url with a user name or password");
    }
    at.url = next;
  }
}

function redirection(response: Response, url: URL): URL | undefined {
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(response.status) || location === undefined) return undefined;
  if (!URL.canParse(location, url.href))
    throw new FetchError(2, `the page redirects to an address that cannot be read`);
  const next = new URL(location, url);
  // A fragment stays unless the redirection brings its own.
  if (next.hash === "") next.hash = url.hash;
  return next;
}

async function page(response: Response, url: URL, maxBytes: number): Promise<FetchedPage | Failure> {
  if (response.status >= 300 || response.status < 200) {
    response.close();
    return failure(2, `HTTP ${response.status} ${response.statusText}`.trim());
  }
  const contentType = response.headers["content-type"];
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type && type !== "text/html" && type !== "application/xhtml+xml") {
    response.close();
    return failure(1, `not an HTML page but ${type}`);
  }
  const bytes = await response.body(maxBytes);
  const { looksLikeHtml } = await import("../encoding/sniff.js");
  const { decodeHtml } = await import("../encoding/decode.js");
  if (!type && !looksLikeHtml(bytes))
    return failure(1, "not an HTML page (no content type, and it does not look like HTML)");
  const decoded = decodeHtml(bytes, contentType);
  if (!decoded.ok) return failure(1, decoded.reason);
  return { ok: true, url: url.href, html: decoded.text, encoding: decoded.encoding, size: bytes.length };
}

function broken(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return (
    typeof code === "string" &&
    (code.startsWith("Z_") || code.startsWith("ERR_BROTLI") || code.startsWith("ERR__ERROR"))
  );
}

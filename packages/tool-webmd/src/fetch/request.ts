import { lookup as dnsLookup, type LookupAddress } from "node:dns";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { refusal } from "./addresses.js";
import { FetchError } from "./failure.js";

/** Finds the addresses of a host name. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

export interface RequestOptions {
  readonly userAgent: string;
  readonly accept: string;
  readonly blockPrivate: boolean;
  readonly lookup: Lookup;
  readonly signal: AbortSignal;
}

export interface Response {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  /**
   * The body, decompressed. Past `limit` bytes it ends: with an error, or with what was read when `cut` is set.
   */
  body(limit: number, cut?: boolean): Promise<Uint8Array>;
  /** Gives the connection up without reading the body. */
  close(): void;
}

export const systemLookup: Lookup = (host) =>
  new Promise((resolve, reject) => {
    dnsLookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
  });

/** One GET without following anything. The address that is connected to is one that was checked. */
export async function request(url: URL, options: RequestOptions): Promise<Response> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const literal = isIP(host) !== 0;
  if (literal) refuse(host, host, options.blockPrivate);
  const { get } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  return new Promise((resolve, reject) => {
    const sent = get(
      url,
      {
        agent: false,
        signal: options.signal,
        lookup: checkedLookup(options),
        maxHeaderSize: 64 * 1024,
        headers: {
          "User-Agent": options.userAgent,
          Accept: options.accept,
          "Accept-Encoding": "gzip, deflate, br",
        },
      },
      (message) => resolve(response(message)),
    );
    sent.on("socket", (socket) => {
      socket.once("connect", () => {
        // What counts is the address that answers, not the one that was asked for.
        const reason =
          socket.remoteAddress === undefined
            ? undefined
            : refusal(unmapped(socket.remoteAddress), options.blockPrivate);
        if (reason !== undefined)
          sent.destroy(new FetchError(2, refused(host, socket.remoteAddress ?? host, reason)));
      });
    });
    sent.on("error", reject);
  });
}

// A dual-stack socket reports an IPv4 peer in its mapped form.
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

function refuse(host: string, address: string, blockPrivate: boolean): void {
  const reason = refusal(address, blockPrivate);
  if (reason !== undefined) throw new FetchError(2, refused(host, address, reason));
}

function refused(host: string, address: string, reason: string): string {
  return host === address ? `${host} is ${reason}` : `${host} leads to ${address}, ${reason}`;
}

function checkedLookup(options: RequestOptions): LookupFunction {
  return (host, wanted, done) => {
    options.lookup(host).then(
      (found) => {
        const allowed = found.filter((one) => refusal(one.address, options.blockPrivate) === undefined);
        const [first] = allowed;
        if (!first) {
          const [bad] = found;
          const error = bad
            ? new FetchError(2, refused(host, bad.address, refusal(bad.address, options.blockPrivate) ?? ""))
            : Object.assign(new Error("no address"), { code: "ENOTFOUND" });
          done(error, "", 4);
        } else if (wanted.all) done(null, [...allowed]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, "", 4),
    );
  };
}

function response(message: IncomingMessage): Response {
  return {
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? "",
    headers: message.headers,
    close: () => message.destroy(),
    body: async (limit, cut = false) => {
      const declared = Number(message.headers["content-length"]);
      if (!cut && declared > limit && message.headers["content-encoding"] === undefined) {
        message.destroy();
        throw new FetchError(1, tooLarge(limit));
      }
      const stream = await decompressed(message);
      const parts: Uint8Array[] = [];
      let size = 0;
      try {
        for await (const part of stream as AsyncIterable<Buffer>) {
          parts.push(part);
          size += part.length;
          if (size <= limit) continue;
          if (cut) break;
          throw new FetchError(1, tooLarge(limit));
        }
      } finally {
        message.destroy();
      }
      return Buffer.concat(parts);
    },
  };
}

function tooLarge(limit: number): string {
  return limit >= 1024 * 1024
    ? `the page is larger than ${limit / (1024 * 1024)} MiB`
    : `the page is larger than ${limit} bytes`;
}

async function decompressed(message: IncomingMessage): Promise<Readable> {
  let stream: Readable = message;
  const names = (message.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  for (const name of names.toReversed()) {
    if (name === "" || name === "identity") continue;
    const zlib = await import("node:zlib");
    const { pipeline } = await import("node:stream");
    const step =
      name === "gzip" || name === "x-gzip"
        ? zlib.createGunzip()
        : name === "deflate"
          ? zlib.createInflate()
          : name === "br"
            ? zlib.createBrotliDecompress()
            : undefined;
    if (!step) {
      message.destroy();
      throw new FetchError(1, `the page is compressed with ${name}, which is not supported`);
    }
    pipeline(stream, step, () => {});
    stream = step;
  }
  return stream;
}

import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { describeNetError, NetError } from "./net-error.js";

/** The bytes of a reply, in the pieces in which they arrive. To be read once. */
export interface NetBody extends AsyncIterable<Uint8Array> {
  /** Milliseconds a reader waits for the next bytes before it fails; may be changed while reading. */
  idleTimeout: number;
  /** Ends the connection. Reading afterwards ends at once. */
  cancel(): Promise<void>;
}

async function decoded(response: IncomingMessage): Promise<Readable> {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase();
  if (encoding === undefined || encoding === "" || encoding === "identity") return response;
  const zlib = await import("node:zlib");
  const flush = { flush: zlib.constants.Z_SYNC_FLUSH };
  const decoder =
    encoding === "gzip" || encoding === "x-gzip"
      ? zlib.createGunzip(flush)
      : encoding === "deflate"
        ? zlib.createInflate(flush)
        : encoding === "br"
          ? zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH })
          : undefined;
  if (decoder === undefined) throw new NetError("protocol", `unknown content-encoding: ${encoding}`);
  response.once("error", (error) => decoder.destroy(error));
  decoder.once("close", () => response.destroy());
  return response.pipe(decoder);
}

/** Milliseconds that the end of a kept connection's reply may take behind what its reader wanted of it. */
const LINGER = 250;

export interface BodyOptions {
  /** `host:port` for messages. */
  readonly where: string;
  /** Milliseconds. */
  readonly idleTimeout: number;
  readonly signal: AbortSignal | undefined;
  /** The connection is to be used again: a reader that stops early leaves the rest of the reply a moment to come. */
  readonly keep: boolean;
}

/** Wraps a reply so that every wait for bytes ends: by data, end, failure, abort or `idleTimeout`. */
export async function netBody(response: IncomingMessage, options: BodyOptions): Promise<NetBody> {
  const { where, idleTimeout, signal, keep } = options;
  const stream = await decoded(response);
  let failure: NetError | undefined;
  let ended = false;
  let wake: (() => void) | undefined;
  const settle = (error?: unknown) => {
    if (!ended && error !== undefined) failure ??= describeNetError(error, where, true);
    ended = true;
    wake?.();
  };
  stream.on("readable", () => wake?.());
  stream.once("end", () => settle());
  stream.once("error", settle);
  // A decoder that is given a cut stream may end without an error; the message below it knows.
  stream.once("close", () => settle(response.complete ? undefined : { code: "ECONNRESET" }));
  const abort = () => {
    settle(new NetError("aborted", "the request was aborted", signal?.reason));
    stream.destroy();
    response.destroy();
  };
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });

  const body: NetBody = {
    idleTimeout,
    async cancel() {
      settle();
      stream.destroy();
      response.destroy();
    },
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          const chunk = stream.read() as Uint8Array | null;
          if (chunk !== null && failure?.code !== "aborted") {
            yield chunk;
            continue;
          }
          if (failure !== undefined) throw failure;
          if (ended) return;
          let timer: NodeJS.Timeout | undefined;
          await new Promise<void>((resolve) => {
            wake = resolve;
            timer = setTimeout(() => {
              const seconds = Math.round(body.idleTimeout / 100) / 10;
              settle(new NetError("timeout", `${where} sent nothing for ${seconds} s`));
            }, body.idleTimeout);
          });
          clearTimeout(timer);
          wake = undefined;
        }
      } finally {
        signal?.removeEventListener("abort", abort);
        const whole = failure === undefined && signal?.aborted !== true;
        settle();
        if (keep && whole && stream === response) linger(response);
        else {
          stream.destroy();
          response.destroy();
        }
      }
    },
  };
  return body;
}

/** Lets a reply end by itself, so that its connection can be used again; ends the connection when that takes long. */
function linger(response: IncomingMessage): void {
  const timer = setTimeout(() => response.destroy(), LINGER);
  timer.unref();
  response.once("close", () => clearTimeout(timer));
  // A stream with such a listener does not flow.
  response.removeAllListeners("readable");
  response.resume();
}

/** Reads a whole body as UTF-8; what comes after `limit` bytes is left out. */
export async function readText(body: NetBody, limit = 64 * 1024 * 1024): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks)
    .toString("utf8", 0, Math.min(size, limit))
    .replace(/^\uFEFF/, "");
}

/**
 * The body of a reply with an error status, as far as it comes within `ms` milliseconds and `limit` bytes: what explains a
 * failure must not hold the program up.
 */
export async function readErrorText(body: NetBody, ms = 5_000, limit = 1024 * 1024): Promise<string> {
  const timer = setTimeout(() => void body.cancel(), ms);
  try {
    return await readText(body, limit);
  } finally {
    clearTimeout(timer);
  }
}

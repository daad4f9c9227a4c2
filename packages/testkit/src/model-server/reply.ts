import type { ServerResponse } from "node:http";
import { setImmediate, setTimeout } from "node:timers/promises";

/** A piece of an event stream: `data: <text>` with a blank line, a comment line if it begins with `:`, or bytes as they are. */
export type StreamPiece = string | { readonly raw: string | Uint8Array };

/** One reply of the model server. */
export interface ServerReply {
  /** An event stream (status 200), piece by piece. */
  readonly stream?: readonly StreamPiece[];
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A whole body instead of a stream; what is not text or bytes is sent as JSON. */
  readonly body?: unknown;
  /** Milliseconds before the head of the reply. */
  readonly delayMs?: number;
  /** Where the bytes are cut into separate writes: `every` byte, or at these offsets. Default: one write for each piece. */
  readonly cut?: "every" | readonly number[];
  /** Sends this many bytes and then nothing, with the connection open. */
  readonly stallAfter?: number;
  /** Sends this many bytes and destroys the connection; -1 destroys it before the head. */
  readonly dropAfter?: number;
  /** Comment lines sent every so many milliseconds before the stream begins. */
  readonly keepAlive?: { readonly everyMs: number; readonly times: number };
  /** Leaves the connection open after the last byte. */
  readonly hold?: boolean;
}

function bytesOf(piece: StreamPiece): Buffer {
  if (typeof piece !== "string") return Buffer.from(piece.raw as string);
  return Buffer.from(piece.startsWith(":") ? `${piece}\n\n` : `data: ${piece}\n\n`);
}

/** The bytes of a stream, as they go over the wire. */
export function streamBytes(pieces: readonly StreamPiece[]): Buffer {
  return Buffer.concat(pieces.map(bytesOf));
}

function bodyBytes(body: unknown): Buffer {
  if (typeof body === "string" || body instanceof Uint8Array) return Buffer.from(body as string);
  return Buffer.from(JSON.stringify(body));
}

function writes(reply: ServerReply): Buffer[] {
  const { cut } = reply;
  if (reply.body !== undefined) return [bodyBytes(reply.body)];
  const pieces = (reply.stream ?? []).map(bytesOf);
  if (cut === undefined) return pieces;
  const all = Buffer.concat(pieces);
  const offsets = cut === "every" ? Array.from({ length: all.length }, (_, at) => at) : cut;
  const borders = [...new Set([0, ...offsets, all.length])].toSorted((a, b) => a - b);
  return borders.slice(1).map((end, at) => all.subarray(borders[at], end));
}

/** Plays a reply on a response; ends early when the client goes away. */
export async function playReply(
  reply: ServerReply,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  if (reply.delayMs !== undefined) await setTimeout(reply.delayMs, undefined, { signal });
  if (reply.dropAfter === -1) return void response.destroy();
  const type =
    reply.body === undefined
      ? "text/event-stream"
      : typeof reply.body === "string"
        ? "text/plain"
        : "application/json";
  response.writeHead(reply.status ?? 200, { "content-type": type, ...reply.headers });
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  const { everyMs = 0, times = 0 } = reply.keepAlive ?? {};
  for (let i = 0; i < times; i++) {
    response.write(": keep-alive\n\n");
    await setTimeout(everyMs, undefined, { signal });
  }
  let left = reply.stallAfter ?? reply.dropAfter ?? Number.POSITIVE_INFINITY;
  for (const bytes of writes(reply)) {
    const now = bytes.subarray(0, Math.min(left, bytes.length));
    left -= now.length;
    // Waiting for the write keeps pieces apart on the wire.
    if (now.length > 0) await new Promise<void>((resolve) => response.write(now, () => resolve()));
    if (reply.cut !== undefined) await setImmediate();
    if (signal.aborted) return;
    if (left === 0) break;
  }
  if (reply.dropAfter !== undefined) response.socket?.resetAndDestroy();
  else if (reply.stallAfter === undefined && reply.hold !== true) response.end();
}

import { hide } from "../../config/show.js";
import type { Headers } from "../../net/headers.js";
import { NetError } from "../../net/net-error.js";
import type { ErrorClass, ModelEvent } from "../types.js";
import { isOverflow } from "./overflow.js";

export type ErrorEvent = Extract<ModelEvent, { type: "error" }>;

type Loose = Readonly<Record<string, unknown>>;

function asObject(value: unknown): Loose | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : undefined;
}

function asText(value: unknown): string | undefined {
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  return typeof value === "number" ? String(value) : undefined;
}

/** The part of an error body that says something: its message, and the codes and types around it. */
interface Said {
  readonly message: string;
  readonly marks: string;
  readonly status: number | undefined;
}

function read(body: unknown): Said {
  const outer = asObject(Array.isArray(body) ? body[0] : body);
  const error = outer === undefined ? body : (outer["error"] ?? outer["errors"] ?? outer);
  const inner = asObject(error);
  if (inner === undefined) return { message: asText(error) ?? "", marks: "", status: undefined };
  const metadata = asObject(inner["metadata"]);
  // OpenRouter puts what the provider behind it said into metadata.raw.
  const raw = asText(metadata?.["raw"]);
  const own =
    asText(inner["message"]) ??
    asText(inner["detail"]) ??
    asText(inner["error"]) ??
    asText(outer?.["message"]);
  const message = own ?? JSON.stringify(inner["message"] ?? inner["detail"] ?? inner);
  const codes = [inner["code"], inner["status"], inner["status_code"], outer?.["code"]];
  const status = codes.map(Number).find((code) => code >= 400 && code < 600);
  return {
    message: raw !== undefined && !message.includes(raw) ? `${message}: ${shorten(raw)}` : message,
    marks: [inner["code"], inner["type"], inner["status"]].map(asText).filter(Boolean).join(" "),
    status,
  };
}

function shorten(text: string): string {
  const plain = /^\s*<(!doctype|html)/i.test(text)
    ? text.replace(/<(style|script)[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ")
    : text;
  const line = plain.replace(/\s+/g, " ").trim();
  return line.length > 600 ? `${line.slice(0, 600)}…` : line;
}

function classify(status: number | undefined, text: string): ErrorClass {
  if (isOverflow(text)) return "overflow";
  if (/insufficient_quota|billing|insufficient (credits|balance|funds)|credit balance/i.test(text))
    return "auth";
  if (/rate.?limit|too many requests|throttl/i.test(text)) return "rate_limit";
  if (
    /overloaded|loading model|model is (still )?loading|at capacity|no (slot|instances?) available|server.?busy/i.test(
      text,
    )
  )
    return "overloaded";
  if (/invalid.api.key|authentication|unauthorized|permission_denied/i.test(text)) return "auth";
  switch (status) {
    case 401:
    case 402:
    case 403:
      return "auth";
    case 408:
      return "network";
    case 413:
      return "overflow";
    case 409:
    case 425:
      return "overloaded";
    case 429:
      return "rate_limit";
    default:
  }
  if (status !== undefined) return status >= 500 ? "overloaded" : "bad_request";
  return /bad.?request|invalid.?request|not.?found|unsupported/i.test(text) ? "bad_request" : "overloaded";
}

/** Milliseconds from `retry-after-ms` or `retry-after` (seconds or a date, RFC 9110). */
export function retryAfter(headers: Pick<Headers, "get">, now = Date.now()): number | undefined {
  const ms = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const text = headers.get("retry-after");
  if (text === null || text.trim() === "") return undefined;
  const seconds = Number(text);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** The event for a reply with an error status. */
export function httpFailure(status: number, headers: Headers, bodyText: string, url: string): ErrorEvent {
  const wait = retryAfter(headers);
  if (status >= 300 && status < 400) {
    const target = headers.get("location");
    const message = `the server redirects${target === null ? "" : ` to ${target}`} (${status}): set baseUrl to where it really is`;
    return { type: "error", class: "bad_request", message };
  }
  let body: unknown = bodyText;
  try {
    body = JSON.parse(bodyText);
  } catch {
    // Plain text or HTML: the message is the text itself.
  }
  const said = read(body);
  const text = shorten(said.message);
  // A server that speaks of a model was found, and so was its path.
  const lost = status === 404 && !/model/i.test(`${said.marks} ${text}`);
  const hint = lost ? ` (nothing at ${String(hide(url, ""))}: is baseUrl right (…/v1)?)` : "";
  return {
    type: "error",
    class: classify(status, `${said.marks} ${said.message}`),
    message: `${status} ${text === "" ? "without a message" : text}${hint}`,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

/** The event for an error object inside a reply that began well. */
export function streamFailure(body: unknown): ErrorEvent {
  const said = read(body);
  const text = shorten(said.message) || said.marks || "the server reported an error without a message";
  return { type: "error", class: classify(said.status, `${said.marks} ${said.message}`), message: text };
}

/** The event for whatever was thrown: below HTTP, by the SDK, or by us. */
export function thrownFailure(error: unknown, signal: AbortSignal): ErrorEvent {
  if (signal.aborted) return { type: "error", class: "aborted", message: "the request was aborted" };
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (!(one instanceof NetError)) continue;
    const kind: ErrorClass =
      one.code === "aborted" ? "aborted" : one.code === "tls" ? "bad_request" : "network";
    return { type: "error", class: kind, message: one.message };
  }
  return {
    type: "error",
    class: "bad_request",
    message: error instanceof Error ? error.message : String(error),
  };
}

import { FetchError } from "./failure.js";

/** A network error as one sentence for a model or a person. */
export function explain(error: unknown, url: URL): string {
  if (error instanceof FetchError) return error.message;
  const { code, message } = deepest(error);
  switch (code) {
    case "ENOTFOUND":
      return `the host ${url.hostname} was not found`;
    case "EAI_AGAIN":
      return `the name ${url.hostname} cannot be resolved at the moment`;
    case "ECONNREFUSED":
      return `${url.host} refused the connection`;
    case "ECONNRESET":
    case "EPIPE":
    case "ERR_STREAM_PREMATURE_CLOSE":
      return `${url.host} closed the connection before the answer was complete`;
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `${url.host} cannot be reached`;
    case "HPE_HEADER_OVERFLOW":
      return `the answer of ${url.host} has too many headers`;
    default:
  }
  if (code?.startsWith("Z_") || code?.startsWith("ERR_BROTLI") || code?.startsWith("ERR__ERROR")) {
    return "the page's compression is broken";
  }
  if (code === "EPROTO" || code?.startsWith("ERR_SSL_")) return secureFailure(message, url);
  if (code?.startsWith("HPE_")) return `${url.host} does not answer in HTTP`;
  return message === "" ? (code ?? "unknown error") : oneLine(message);
}

// OpenSSL's messages are records of where it failed: `write EPROTO 80…:error:0A00010B:SSL routines:function:reason:file:line:`.
function secureFailure(message: string, url: URL): string {
  const reason = /SSL routines:[^:]*:([^:\n]+)/.exec(message)?.[1]?.trim();
  if (reason === undefined || /wrong version number|packet length too long|http request/.test(reason)) {
    return `${url.host} does not answer in https; a plain http page needs http:// in its url`;
  }
  return `no secure connection to ${url.host}: ${reason}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

// Attempts at several addresses come wrapped in one error.
function deepest(error: unknown): { code: string | undefined; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return deepest(error.errors[0]);
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === "string" ? code : undefined,
    message: typeof message === "string" ? message : String(error),
  };
}

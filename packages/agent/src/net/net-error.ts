/** What went wrong below HTTP. */
export type NetErrorCode =
  | "refused"
  | "not_found"
  | "unreachable"
  | "timeout"
  | "closed"
  | "tls"
  | "proxy"
  | "protocol"
  | "aborted"
  | "failed";

/** A request that got no usable reply. The message is one line for a person and names host and cause. */
export class NetError extends Error {
  readonly code: NetErrorCode;
  constructor(code: NetErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    // The SDKs tell an abort from a failure by this name, as with the global fetch.
    this.name = code === "aborted" ? "AbortError" : "NetError";
    this.code = code;
  }
}

const UNTRUSTED: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "self-signed certificate in the chain",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknown issuer",
  UNABLE_TO_GET_ISSUER_CERT: "unknown issuer",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknown issuer",
};

/** Host and port of a URL as people write them, the scheme's own port included. */
export function hostPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
}

/** Turns what Node reports for a request to `where` into a NetError; a NetError stays as it is. */
export function describeNetError(error: unknown, where: string, replying: boolean): NetError {
  if (error instanceof NetError) return error;
  const { code = "", message = String(error) } = error as { code?: string; message?: string };
  const host = where.replace(/:\d+$/, "");
  const untrusted = UNTRUSTED[code];
  if (untrusted !== undefined) {
    const text = `the certificate of ${where} is not trusted (${untrusted}); if you trust it, put its CA into a PEM file and name that file in NODE_EXTRA_CA_CERTS`;
    return new NetError("tls", text, error);
  }
  switch (code) {
    case "ECONNREFUSED":
      return new NetError("refused", `connection refused at ${where}`, error);
    case "ENOTFOUND":
      return new NetError("not_found", `host not found: ${host}`, error);
    case "EAI_AGAIN":
      return new NetError("not_found", `host lookup failed for ${host}: no name server answers`, error);
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EADDRNOTAVAIL":
      return new NetError("unreachable", `no route to ${where}`, error);
    case "ETIMEDOUT":
      return new NetError("timeout", `connecting to ${where} timed out`, error);
    case "CERT_HAS_EXPIRED":
      return new NetError("tls", `the certificate of ${where} has expired`, error);
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return new NetError("tls", `the certificate of ${where} belongs to another name`, error);
    case "ECONNRESET":
    case "EPIPE":
    case "ERR_STREAM_PREMATURE_CLOSE":
      return new NetError(
        "closed",
        `${where} closed the connection ${replying ? "in the middle of the reply" : "before replying"}`,
        error,
      );
    default:
  }
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) {
    return new NetError(
      "tls",
      `no TLS connection to ${where}: ${/wrong version number/i.test(message) ? "it does not speak TLS (is it http://?)" : message}`,
      error,
    );
  }
  if (code.startsWith("HPE_")) {
    return new NetError(
      "protocol",
      `${where} did not answer in HTTP (${message.replace(/^Parse Error: /, "")})`,
      error,
    );
  }
  return new NetError("failed", `request to ${where} failed: ${message}`, error);
}

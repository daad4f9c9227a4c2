import type { Diagnostic } from "../protocol/types.js";
import type { UriMapper } from "../text/uri.js";
import type { Documents } from "./documents.js";
import type { Publications } from "./publications.js";
import type { Readiness } from "./readiness.js";

export interface Listener {
  readonly readiness: Readiness;
  readonly publications: Publications;
  readonly uris: UriMapper;
  readonly documents: Documents | undefined;
  /** Counts a message. */
  tick(): number;
  log(message: string): void;
}

/** Takes a notification of a server; what is not listed here is of no use to this client. */
export function hearServer(listener: Listener, method: string, params: unknown): void {
  const fields = (params ?? {}) as Readonly<Record<string, unknown>>;
  switch (method) {
    case "$/progress":
      listener.readiness.progress(fields["token"] as string, fields["value"] ?? {});
      break;
    case "experimental/serverStatus":
      listener.readiness.status(fields);
      break;
    case "textDocument/publishDiagnostics": {
      const path = listener.uris.toPath(fields["uri"] as string);
      const version = typeof fields["version"] === "number" ? fields["version"] : undefined;
      const sentAt = listener.documents?.get(path)?.sentAt ?? 0;
      const list = (fields["diagnostics"] ?? []) as readonly Diagnostic[];
      listener.publications.put(path, list, version, listener.tick(), sentAt);
      break;
    }
    case "window/logMessage":
    case "window/showMessage": {
      const message = typeof fields["message"] === "string" ? fields["message"] : "";
      listener.readiness.log(message);
      listener.log(message);
      break;
    }
  }
}

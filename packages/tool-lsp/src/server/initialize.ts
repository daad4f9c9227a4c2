import { basename } from "node:path";
import { clientCapabilities } from "../protocol/client-capabilities.js";
import type { InitializeResult, ServerCapabilities } from "../protocol/types.js";
import type { Encoding } from "../text/columns.js";
import type { UriMapper } from "../text/uri.js";

/** Parameters of `initialize`. `processId` is this process: servers that watch it end with it. */
export function initializeParams(root: string, uris: UriMapper, initializationOptions: unknown): object {
  const uri = uris.toUri(root);
  return {
    processId: process.pid,
    clientInfo: { name: "mm" },
    locale: "en",
    rootPath: root,
    rootUri: uri,
    workspaceFolders: [{ uri, name: basename(root) }],
    capabilities: clientCapabilities,
    trace: "off",
    ...(initializationOptions === undefined ? {} : { initializationOptions }),
  };
}

/** 0 none, 1 full text, 2 incremental. */
export function syncKindOf({ textDocumentSync: sync }: ServerCapabilities): number {
  return typeof sync === "number" ? sync : (sync?.change ?? 1);
}

/** Whether and how the server wants to hear that a file was saved. */
export function saveOf({
  textDocumentSync: sync,
}: ServerCapabilities): { readonly includeText: boolean } | null {
  if (typeof sync !== "object" || !sync?.save) return null;
  return { includeText: typeof sync.save === "object" && sync.save.includeText === true };
}

/** How the server counts columns; clangd before 16 says so in a field of its own. */
export function encodingOf(result: InitializeResult): Encoding {
  const stated = result.capabilities?.positionEncoding ?? result.offsetEncoding;
  return stated === "utf-8" || stated === "utf-32" ? stated : "utf-16";
}

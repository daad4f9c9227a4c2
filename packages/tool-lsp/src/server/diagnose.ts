import { LspError } from "../protocol/lsp-error.js";
import { ErrorNumbers, type Diagnostic } from "../protocol/types.js";
import { ask } from "./ask.js";
import type { OpenDocument } from "./documents.js";
import type { LanguageServer } from "./language-server.js";
import type { Publication } from "./publications.js";
import { tsserverDiagnostics } from "./tsserver-diagnostics.js";

export interface DiagnoseOptions {
  /** Milliseconds to wait for a publication. */
  readonly waitMs: number;
  /** Milliseconds for a question that the server answers itself. */
  readonly requestMs: number;
  /** The server's message count when the call began: what it said before is "last", not fresh. Default: now. */
  readonly since?: number;
  readonly signal?: AbortSignal | undefined;
}

export type Diagnosis =
  /** About the text as it is now. */
  | { readonly kind: "fresh"; readonly document: OpenDocument; readonly diagnostics: readonly Diagnostic[] }
  /** The file did not change since the server last spoke about it. */
  | { readonly kind: "last"; readonly document: OpenDocument; readonly diagnostics: readonly Diagnostic[] }
  /** The server said nothing about this text in time. */
  | { readonly kind: "none"; readonly document: OpenDocument; readonly waitedMs: number };

/** Silence after a publication without a version before it is believed: a first empty list may be a placeholder. */
const QUIET_MS = 150;
const QUIET_EMPTY_MS = 800;
const TICK_MS = 50;
/** Time after which a server that has not spoken is sent the same text once more. */
const NUDGE_MS = 600;

/** Asks for a file's diagnostics: pulled where the server can be asked, else what it publishes about the present text. */
export async function diagnose(
  server: LanguageServer,
  path: string,
  options: DiagnoseOptions,
): Promise<Diagnosis> {
  const since = options.since ?? server.tick;
  const document = await server.prepare(path, options.signal);
  if (server.spec.preset.diagnostics.kind === "tsserver") {
    const found = await tsserverDiagnostics(server, path, options);
    if (found) {
      server.pulled.set(path, found);
      return { kind: "fresh", document, diagnostics: found };
    }
  }
  const known = server.publications.get(path);
  let doc = document;
  if (known && !canPull(server) && known.at < server.worldAt && known.at > document.sentAt) {
    server.documents.resend(path);
    doc = server.documents.get(path) ?? document;
  } else if (known && !canPull(server) && believed(known, doc)) {
    return { kind: known.at > since ? "fresh" : "last", document: doc, diagnostics: known.diagnostics };
  }
  return await listen(server, doc, since, options);
}

async function listen(
  server: LanguageServer,
  document: OpenDocument,
  since: number,
  options: DiagnoseOptions,
): Promise<Diagnosis> {
  const { path } = document;
  const start = Date.now();
  let doc = document;
  let nudged = false;
  while (Date.now() - start < options.waitMs) {
    if (options.signal?.aborted) throw new LspError("cancelled", "cancelled");
    if (canPull(server)) {
      const pulled = await pull(server, doc, options);
      if (pulled) {
        server.pulled.set(path, pulled);
        return { kind: "fresh", document: doc, diagnostics: pulled };
      }
      return { kind: "none", document: doc, waitedMs: Date.now() - start };
    }
    if (server.dead !== undefined) throw new LspError("died", server.dead);
    const publication = server.publications.get(path);
    if (publication && believed(publication, doc)) {
      return {
        kind: publication.at > since ? "fresh" : "last",
        document: doc,
        diagnostics: publication.diagnostics,
      };
    }
    if (!nudged && Date.now() - start > NUDGE_MS && (!publication || publication.at < doc.sentAt)) {
      nudged = true;
      server.documents.resend(path);
      doc = server.documents.get(path) ?? doc;
    }
    await server.publications.next(path, TICK_MS, options.signal);
  }
  const last = server.publications.get(path);
  // It spoke about this very text before, and had nothing to add.
  if (
    last &&
    last.at > server.worldAt &&
    doc.lines.text === document.lines.text &&
    last.at > document.sentAt
  ) {
    return { kind: "last", document: doc, diagnostics: last.diagnostics };
  }
  return { kind: "none", document: doc, waitedMs: options.waitMs };
}

/** Whether a publication speaks about the document as the server has it now, and is not a placeholder. */
function believed(publication: Publication, document: OpenDocument): boolean {
  if (publication.version !== undefined) return publication.version === document.version;
  if (publication.at < document.sentAt) return false;
  const age = Date.now() - publication.time;
  return publication.diagnostics.length > 0
    ? age >= QUIET_MS
    : publication.count > 1 || age >= QUIET_EMPTY_MS;
}

function canPull(server: LanguageServer): boolean {
  return server.supports("diagnosticProvider", "textDocument/diagnostic");
}

interface Report {
  readonly kind: "full" | "unchanged";
  readonly items?: readonly Diagnostic[];
}

async function pull(
  server: LanguageServer,
  document: OpenDocument,
  options: DiagnoseOptions,
): Promise<readonly Diagnostic[] | undefined> {
  const stated = server.capabilities.diagnosticProvider;
  const registered = server.registrations.options("textDocument/diagnostic") as (
    | { identifier?: string }
    | undefined
  )[];
  const identifiers = new Set([
    ...(stated ? [stated.identifier] : []),
    ...registered.map((entry) => entry?.identifier),
  ]);
  const reports = await Promise.all(
    [...identifiers].map((identifier) => pullOne(server, document, identifier, options)),
  );
  if (reports.includes(undefined)) return undefined;
  return reports.flatMap((report) => report?.items ?? []);
}

async function pullOne(
  server: LanguageServer,
  document: OpenDocument,
  identifier: string | undefined,
  options: DiagnoseOptions,
): Promise<Report | undefined> {
  const params = { textDocument: { uri: document.uri }, ...(identifier === undefined ? {} : { identifier }) };
  try {
    return await ask<Report>(server, "textDocument/diagnostic", params, {
      signal: options.signal,
      timeoutMs: options.requestMs,
    });
  } catch (error) {
    if (error instanceof LspError && error.code === "timeout") return undefined;
    if (error instanceof LspError && error.number === ErrorNumbers.serverCancelled) return undefined;
    throw error;
  }
}

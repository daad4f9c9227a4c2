import type { Result } from "@mm-agent/core";
import type { DocumentSymbol, Range } from "../protocol/types.js";
import { ask } from "../server/ask.js";
import type { OpenDocument } from "../server/documents.js";
import type { LanguageServer } from "../server/language-server.js";
import { positionAt } from "../text/columns.js";
import { failure } from "../tool/failure.js";
import type { Place } from "../tool/find-places.js";
import { readSpots } from "../tool/locations.js";
import type { Call } from "../tool/types.js";
import { findLeftovers } from "./find-leftovers.js";
import type { PlannedEdit } from "./plan-edit.js";

/** SymbolKind: method, constructor, function. */
const BODIES = new Set([6, 9, 12]);

/**
 * The refusal of a rename by a server that sees only open files, when other files hold the name as code; undefined when
 * none does, when the name is local to a function, and for servers that see everything.
 */
export async function refuseBlind(
  call: Call,
  server: LanguageServer,
  document: OpenDocument,
  place: Place,
  planned: PlannedEdit,
  oldName: string,
): Promise<Result | undefined> {
  const { blind } = server;
  if (blind === undefined) return undefined;
  const extensions = new Set(server.spec.extensions);
  for (const extension of server.spec.preset.extensions) extensions.add(extension);
  const left = await findLeftovers(call, planned, oldName, {
    extensions: [...extensions],
    root: call.session.pool.root,
    most: 20_000,
    ms: 10_000,
  });
  if (left.length === 0 || (await isLocal(call, server, document, place))) return undefined;
  const shown = left.slice(0, 10).join(", ") + (left.length > 10 ? `, … ${left.length - 10} more` : "");
  return failure(
    "failed",
    `${server.name}: rename refused: it could miss uses: ${blind}. "${oldName}" also stands in ${shown} — nothing was written`,
  );
}

/** True when the name is defined inside a function of this file, so that no other file can mean it. */
async function isLocal(
  call: Call,
  server: LanguageServer,
  document: OpenDocument,
  place: Place,
): Promise<boolean> {
  const options = { signal: call.ctx.signal, timeoutMs: call.session.limits.requestMs };
  const textDocument = { uri: document.uri };
  const position = positionAt(document.lines, place.line, place.index, server.encoding);
  const [target, ...others] = readSpots(
    await ask<unknown>(server, "textDocument/definition", { textDocument, position }, options),
    server,
  );
  if (!target || others.length > 0 || target.path !== call.path) return false;
  const { range } = target;
  // A declaration inside a function may stand for something that another file defines.
  if (/\bextern\b/u.test(document.lines.line(range.start.line))) return false;
  const after = document.lines.line(range.end.line).slice(range.end.character);
  if (/^\s*\(/u.test(after)) return false;
  const symbols = await ask<readonly DocumentSymbol[] | null>(
    server,
    "textDocument/documentSymbol",
    { textDocument },
    options,
  );
  return (symbols ?? []).some((symbol) => isWithin(symbol, range));
}

function isWithin(symbol: DocumentSymbol, range: Range): boolean {
  if (BODIES.has(symbol.kind) && symbol.range !== undefined && holds(symbol.range, range))
    return symbol.selectionRange !== undefined && !holds(symbol.selectionRange, range);
  return (symbol.children ?? []).some((child) => isWithin(child, range));
}

function holds(outer: Range, inner: Range): boolean {
  return !isBefore(inner.start, outer.start) && !isBefore(outer.end, inner.end);
}

function isBefore(a: Range["start"], b: Range["start"]): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

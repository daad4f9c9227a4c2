import type { Location, Result } from "@mm-agent/core";
import type { SymbolInformation } from "../protocol/types.js";
import { ask } from "../server/ask.js";
import type { LanguageServer } from "../server/language-server.js";
import { failure, failureOf } from "../tool/failure.js";
import { shownPath } from "../tool/locations.js";
import { symbolKind } from "../tool/symbol-kinds.js";
import type { Call } from "../tool/types.js";
import { indexingNote, withServer } from "../tool/with-server.js";

const NEEDS = { capability: "workspaceSymbolProvider", method: "workspace/symbol" };
const LIMIT = 50;

/** Symbols of the project by a part of their name: of the server for `path`, or of all that are running. */
export async function workspaceSymbols(call: Call): Promise<Result> {
  if (call.symbol === "") return failure("invalid_input", "workspace_symbols needs symbol");
  if (call.path !== "") return withServer(call, NEEDS, ({ server, ready }) => list(call, [server], ready));
  const able = call.session.pool
    .running()
    .filter((server) => server.supports(NEEDS.capability, NEEDS.method));
  if (able.length === 0) {
    return failure(
      "invalid_input",
      "workspace_symbols needs path (any file of the language) while no server is running",
    );
  }
  try {
    return await list(call, able, true);
  } catch (error) {
    return failureOf(error, able.map((server) => server.name).join(", "), call.action);
  }
}

async function list(call: Call, servers: readonly LanguageServer[], ready: boolean): Promise<Result> {
  const rows: string[] = [];
  const locations: Location[] = [];
  for (const server of servers) {
    const options = { signal: call.ctx.signal, timeoutMs: call.session.limits.requestMs };
    const found = await ask<readonly SymbolInformation[] | null>(
      server,
      NEEDS.method,
      { query: call.symbol },
      options,
    );
    for (const symbol of found ?? []) {
      const path = server.uris.toPath(symbol.location.uri);
      const line = (symbol.location.range?.start.line ?? 0) + 1;
      const container = symbol.containerName ? `  [${symbol.containerName}]` : "";
      rows.push(`${symbolKind(symbol.kind)} ${symbol.name}${container}  ${shownPath(call, path)}:${line}`);
      locations.push({ path, line });
    }
  }
  if (rows.length === 0) return failure("not_found", `no symbol found whose name holds "${call.symbol}"`);
  const limit = call.input.limit && call.input.limit > 0 ? call.input.limit : LIMIT;
  const more = rows.length > limit ? `\n… ${rows.length - limit} more` : "";
  return {
    text: `${rows.length} symbol(s):\n${rows.slice(0, limit).join("\n")}${more}${indexingNote(ready)}`,
    locations: locations.slice(0, limit),
  };
}

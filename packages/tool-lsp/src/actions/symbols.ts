import type { Result } from "@mm-agent/core";
import type { DocumentSymbol, SymbolInformation } from "../protocol/types.js";
import { ask } from "../server/ask.js";
import { failure } from "../tool/failure.js";
import { symbolKind } from "../tool/symbol-kinds.js";
import type { Call } from "../tool/types.js";
import { withServer } from "../tool/with-server.js";

/** `<kind> <name>  [<detail>]  line N` per symbol of a file, children indented by two spaces. */
export function symbols(call: Call): Promise<Result> {
  return withServer(
    call,
    { capability: "documentSymbolProvider", method: "textDocument/documentSymbol" },
    async ({ server, document }) => {
      const found = await ask<readonly (DocumentSymbol | SymbolInformation)[] | null>(
        server,
        "textDocument/documentSymbol",
        { textDocument: { uri: document.uri } },
        { signal: call.ctx.signal, timeoutMs: call.session.limits.requestMs },
      );
      const rows = inOrder(found ?? []).flatMap((symbol) => rowsOf(symbol, 0));
      if (rows.length === 0) return failure("not_found", `no symbols found in ${call.shown}`);
      return { text: rows.join("\n") };
    },
  );
}

function rowsOf(symbol: DocumentSymbol | SymbolInformation, depth: number): string[] {
  const detail = "detail" in symbol && symbol.detail ? `  [${oneLine(symbol.detail)}]` : "";
  const row = `${"  ".repeat(depth)}${symbolKind(symbol.kind)} ${oneLine(symbol.name)}${detail}  line ${lineOf(symbol) + 1}`;
  const children = "children" in symbol ? (symbol.children ?? []) : [];
  return [row, ...inOrder(children).flatMap((child) => rowsOf(child, depth + 1))];
}

/** As they stand in the file; servers sort by their own taste. */
function inOrder<T extends DocumentSymbol | SymbolInformation>(list: readonly T[]): T[] {
  return list.toSorted((a, b) => lineOf(a) - lineOf(b));
}

function lineOf(symbol: DocumentSymbol | SymbolInformation): number {
  const range = "location" in symbol ? symbol.location.range : (symbol.selectionRange ?? symbol.range);
  return range?.start.line ?? 0;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

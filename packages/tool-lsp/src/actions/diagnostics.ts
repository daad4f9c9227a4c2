import type { Location, Result } from "@mm-agent/core";
import type { Diagnostic } from "../protocol/types.js";
import { diagnose } from "../server/diagnose.js";
import { codePoints, fromUnits, type Encoding } from "../text/columns.js";
import type { TextLines } from "../text/text-lines.js";
import type { Call } from "../tool/types.js";
import { indexingNote, withServer } from "../tool/with-server.js";

const SEVERITIES = ["error", "warning", "information", "hint"];

/** What a server finds wrong with a file. */
export function diagnostics(call: Call): Promise<Result> {
  return withServer(call, {}, async ({ server, ready, since }) => {
    const { waitMs, requestMs } = call.session.limits;
    const found = await diagnose(server, call.path, { waitMs, requestMs, since, signal: call.ctx.signal });
    if (found.kind === "none") {
      const seconds = Math.round(found.waitedMs / 100) / 10;
      return {
        ok: false,
        code: "timeout",
        text: `no diagnostics received for ${call.shown} within ${seconds}s (${server.name} may still be working: call again, or run the project's own check; this does not mean the file is clean)`,
      };
    }
    const last = found.kind === "last" ? " (as last published)" : "";
    const note = indexingNote(ready);
    const { lines } = found.document;
    const list = found.diagnostics.filter(isFinding);
    if (list.length === 0) return { text: `no diagnostics: ${call.shown} is clean${last}${note}` };
    const rows = list
      .toSorted(byPosition)
      .map((entry) => diagnosticRow(entry, call.shown, lines, server.encoding));
    return {
      text: `${list.length} diagnostic(s) in ${call.shown}:${last}\n${rows.join("\n")}${note}`,
      locations: list.map((entry): Location => ({
        path: call.path,
        line: entry.range.start.line + 1,
        column: columnOf(entry, lines, server.encoding),
      })),
      data: { diagnostics: list },
    };
  });
}

/** `<severity> path:line:column <message> [<source>]`; further lines of a message are indented. */
export function diagnosticRow(
  entry: Diagnostic,
  shown: string,
  lines: TextLines,
  encoding: Encoding,
): string {
  const severity = SEVERITIES[(entry.severity ?? 1) - 1] ?? "error";
  const source = entry.source ? ` [${entry.source}]` : "";
  const message = entry.message.trim().replace(/\s*\n\s*/gu, "\n    ");
  return `${severity} ${shown}:${entry.range.start.line + 1}:${columnOf(entry, lines, encoding)} ${message}${source}`;
}

/** Leaves out TypeScript's offers to rewrite working code (numbers 80000 to 80999). */
function isFinding(entry: Diagnostic): boolean {
  return !(
    entry.severity === 4 &&
    typeof entry.code === "number" &&
    entry.code >= 80_000 &&
    entry.code < 81_000
  );
}

function columnOf(entry: Diagnostic, lines: TextLines, encoding: Encoding): number {
  const line = lines.line(entry.range.start.line);
  return codePoints(line.slice(0, fromUnits(line, entry.range.start.character, encoding))) + 1;
}

function byPosition(a: Diagnostic, b: Diagnostic): number {
  return a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character;
}

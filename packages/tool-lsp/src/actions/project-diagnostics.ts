import type { Result } from "@mm-agent/core";
import type { Diagnostic } from "../protocol/types.js";
import type { LanguageServer } from "../server/language-server.js";
import { shownPath, textReader } from "../tool/locations.js";
import type { Call } from "../tool/types.js";
import { textLines } from "../text/text-lines.js";
import { diagnosticRow } from "./diagnostics.js";

const LIMIT = 50;

/** What the running servers have said so far about any file. Asks nobody. */
export async function projectDiagnostics(call: Call): Promise<Result> {
  const found: { server: LanguageServer; path: string; entry: Diagnostic }[] = [];
  const known = new Set<string>();
  for (const server of call.session.pool.running()) {
    const latest = new Map<string, readonly Diagnostic[]>(server.pulled);
    for (const [path, publication] of server.publications.all())
      if (!latest.has(path)) latest.set(path, publication.diagnostics);
    for (const [path, entries] of latest) {
      known.add(path);
      for (const entry of entries) if ((entry.severity ?? 1) <= 2) found.push({ server, path, entry });
    }
  }
  if (known.size === 0) return { text: "no file has been checked yet: call diagnostics with a path" };
  if (found.length === 0)
    return { text: `no errors or warnings in the ${known.size} file(s) known so far (as last published)` };
  found.sort((a, b) => (a.entry.severity ?? 1) - (b.entry.severity ?? 1) || (a.path < b.path ? -1 : 1));
  const rows: string[] = [];
  for (const { server, path, entry } of found.slice(0, LIMIT)) {
    const lines = (await textReader(call, server)(path)) ?? textLines("");
    rows.push(diagnosticRow(entry, shownPath(call, path), lines, server.encoding));
  }
  const files = new Set(found.map(({ path }) => path)).size;
  const more = found.length > LIMIT ? `\n… ${found.length - LIMIT} more` : "";
  return {
    text: `${found.length} diagnostic(s) in ${files} of ${known.size} file(s) known so far: (as last published)\n${rows.join("\n")}${more}`,
  };
}

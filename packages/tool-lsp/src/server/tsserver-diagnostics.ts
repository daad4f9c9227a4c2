import { LspError } from "../protocol/lsp-error.js";
import type { Diagnostic } from "../protocol/types.js";
import type { LanguageServer } from "./language-server.js";

const COMMAND = "typescript.tsserverRequest";
const QUESTIONS = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync", "suggestionDiagnosticsSync"];
const SEVERITY: Readonly<Record<string, number>> = { error: 1, warning: 2, message: 3, suggestion: 4 };

interface TsPlace {
  /** 1-based. */
  readonly line: number;
  readonly offset: number;
}

interface TsDiagnostic {
  readonly start?: TsPlace;
  readonly end?: TsPlace;
  readonly startLocation?: TsPlace;
  readonly endLocation?: TsPlace;
  readonly text?: string;
  readonly message?: string;
  readonly category?: string;
  readonly code?: number;
  readonly source?: string;
}

/** Asks tsserver itself, through the command both TypeScript servers offer; undefined when this one does not. */
export async function tsserverDiagnostics(
  server: LanguageServer,
  path: string,
  options: { readonly requestMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Diagnostic[] | undefined> {
  const offered = server.capabilities.executeCommandProvider?.commands;
  if (offered && !offered.includes(COMMAND)) return undefined;
  const found: Diagnostic[] = [];
  for (const question of QUESTIONS) {
    let answer: { readonly body?: readonly TsDiagnostic[]; readonly success?: boolean } | null;
    try {
      answer = await server.request(
        "workspace/executeCommand",
        { command: COMMAND, arguments: [question, { file: path }] },
        {
          signal: options.signal,
          timeoutMs: options.requestMs,
        },
      );
    } catch (error) {
      if (error instanceof LspError && error.code === "refused") return undefined;
      throw error;
    }
    if (!answer?.body) return undefined;
    found.push(...answer.body.map(toDiagnostic));
  }
  return found;
}

function toDiagnostic(from: TsDiagnostic): Diagnostic {
  const start = from.startLocation ?? from.start ?? { line: 1, offset: 1 };
  const end = from.endLocation ?? from.end ?? start;
  return {
    range: {
      start: { line: start.line - 1, character: start.offset - 1 },
      end: { line: end.line - 1, character: end.offset - 1 },
    },
    severity: SEVERITY[from.category ?? "error"] ?? 1,
    ...(from.code === undefined ? {} : { code: from.code }),
    source: from.source ?? "typescript",
    message: from.text ?? from.message ?? "",
  };
}

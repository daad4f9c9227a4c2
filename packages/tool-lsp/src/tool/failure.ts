import type { Code, Result } from "@mm-agent/core";
import { LspError } from "../protocol/lsp-error.js";

/** A failure text in the tool's own brackets. Further lines stand behind the bracket. */
export function failure(code: Code, text: string, more = ""): Result {
  return { ok: false, code, text: `[lsp: ${text}]${more === "" ? "" : `\n${more}`}` };
}

/** The answer for an error thrown while a server was asked; errors that are not about the server pass through. */
export function failureOf(error: unknown, server: string, action: string): Result {
  if (isAbort(error)) return failure("cancelled", "cancelled");
  if (error instanceof LspError) {
    const [head = "", ...tail] = error.message.split("\n");
    const more = tail.join("\n");
    switch (error.code) {
      case "cancelled":
        return failure("cancelled", "cancelled");
      case "start":
        return failure("unavailable", `${server}: ${head}`, more);
      case "died":
        return failure("unavailable", `${server}: ${action} failed: the server ${head}`, more);
      case "timeout":
        return failure("timeout", `${server}: ${action} failed: ${head}`);
      default:
        return failure("failed", `${server}: ${action} failed: ${head}`, more);
    }
  }
  const { name, code, message } = (error ?? {}) as { name?: string; code?: Code; message?: string };
  if (name === "WorkspaceError") return failure(code ?? "failed", message ?? "");
  throw error;
}

function isAbort(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === "AbortError" || (error as { code?: string }).code === "ABORT_ERR")
  );
}

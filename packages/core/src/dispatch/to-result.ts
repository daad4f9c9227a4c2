import { WorkspaceError } from "../workspace/error.js";
import { describeError } from "../text/describe-error.js";
import type { Result } from "../tool/types.js";

/** What a tool handed back, as a result. A wrong type throws: it is a bug in the tool. */
export function toResult(given: unknown): Result {
  if (typeof given === "string") return { text: given };
  if (given !== null && typeof given === "object" && typeof (given as Result).text === "string") {
    const { ok } = given as { ok?: unknown };
    if (ok === undefined || typeof ok === "boolean") return given as Result;
    throw new TypeError(`run() gave {ok: ${typeof ok}}, it must be true or false`);
  }
  const what =
    given === null ? "null" : typeof given === "object" ? "an object without a text" : typeof given;
  throw new TypeError(`run() gave ${what} instead of a text or {text}`);
}

/**
 * The result of a call that threw. A refusal by the workspace is an ordinary failure with a text for the model;
 * anything else is a bug in the tool, said as such.
 */
export function thrownResult(
  tool: string,
  error: unknown,
): { readonly result: Result; readonly defect?: string } {
  if (error instanceof WorkspaceError)
    return { result: { ok: false, code: error.code, text: error.message } };
  return {
    result: { ok: false, code: "internal", text: `[${tool}: internal error: ${describeError(error)}]` },
    defect: describeError(error, "stack"),
  };
}

import type { Result } from "@mm-agent/core";
import type { StartFailure } from "../run/explain.js";

/** The result of a call that ran nothing. An empty command says what to send instead. */
export function refusal(failure: StartFailure): Result {
  const help =
    failure.reason === "the command is empty" ? '; send the shell command to run as "command"' : "";
  return {
    text: `[error: ${failure.reason}${help}]`,
    ok: false,
    code: failure.code,
    data: { exitCode: null, signal: null, timedOut: false, cancelled: false },
  };
}

/** Why a language server did not answer. */
export type LspErrorCode =
  /** The server answered with an error; `number` is its number. */
  | "refused"
  /** No answer within the time allowed. */
  | "timeout"
  /** The caller's signal was aborted. */
  | "cancelled"
  /** The server's process ended or its connection broke. */
  | "died"
  /** The server could not be started. */
  | "start";

/** A failure of a language server. `message` is one line a person or a model can act on. */
export class LspError extends Error {
  override readonly name = "LspError";

  constructor(
    readonly code: LspErrorCode,
    message: string,
    /** The JSON-RPC error number of a refusal. */
    readonly number?: number,
    /** The `data` of a refusal. */
    readonly data?: unknown,
  ) {
    super(message);
  }
}

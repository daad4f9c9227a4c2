/** Why a page could not be had: 1 it is there but cannot be used, 2 it cannot be had, 3 it was asked for wrongly. */
export type FailureCode = 1 | 2 | 3;

const CLASSES = { 1: "conversion", 2: "input", 3: "usage" } as const;

export interface Failure {
  readonly ok: false;
  readonly code: FailureCode;
  readonly class: (typeof CLASSES)[FailureCode];
  /** One sentence without a full stop. */
  readonly reason: string;
  /** True when the caller's signal ended it. */
  readonly cancelled?: boolean;
}

export function failure(code: FailureCode, reason: string): Failure {
  return { ok: false, code, class: CLASSES[code], reason };
}

/** Thrown inside the fetcher and turned into a `Failure` at its border. */
export class FetchError extends Error {
  readonly failure: FailureCode;
  readonly code = "ERR_FETCH";
  constructor(failure: FailureCode, reason: string) {
    super(reason);
    this.name = "FetchError";
    this.failure = failure;
  }
}

/** One finding of `mm doctor`. `fail` makes the exit code 1. */
export interface Finding {
  readonly area: string;
  readonly status: "ok" | "warn" | "fail";
  /** What was found, and for `warn` and `fail` what to do about it. */
  readonly text: string;
}

import type { Issue } from "../schema/describe-issues.js";

/** What is noted while the fields of one call are fitted to a schema. */
export interface Fit {
  readonly tool: string;
  /** What refuses the call. */
  readonly issues: Issue[];
  /** Repairs and conversions, in words. */
  readonly repaired: string[];
  /** Names of the fields that were left out. */
  readonly dropped: string[];
}

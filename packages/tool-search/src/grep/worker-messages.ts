import type { CountedFile, Hit } from "./types.js";

/** What the worker is asked. */
export interface WorkerTask {
  readonly root: string;
  readonly home: string;
  readonly prefix: string;
  readonly file?: string;
  readonly include?: string;
  readonly script: string;
  readonly flags: string;
  readonly needle?: string;
  /** Set to locate lines instead of counting them. */
  readonly locate?: { readonly paths: readonly string[]; readonly most: number };
  readonly maxFiles: number;
}

export type WorkerAnswer =
  | {
      readonly type: "counted";
      readonly files: readonly CountedFile[];
      readonly searched: number;
      readonly unreadable: boolean;
    }
  | { readonly type: "located"; readonly hits: readonly (readonly [path: string, hits: readonly Hit[]])[] }
  | { readonly type: "failed"; readonly kind: "pattern" | "too_many" | "failed"; readonly message: string };

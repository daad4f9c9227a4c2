import type { MdastOptions } from "../mdast/to-mdast.js";

export interface ConvertOptions extends MdastOptions {
  /** Removes boilerplate (see `clean/table.ts`). Default true. */
  readonly clean?: boolean | undefined;
}

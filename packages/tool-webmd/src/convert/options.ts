import type { MdastOptions } from "../mdast/to-mdast.js";

export interface ConvertOptions extends MdastOptions {
  /** The page's own address: what links are resolved against when `baseUrl` and the page's `base` element do not say. */
  readonly pageUrl?: string | undefined;
  /** Removes navigation, advertising, scripts and other boilerplate (the list is `clean/table.ts`). Default true. */
  readonly clean?: boolean | undefined;
  /** Keeps only the article of a page that has one. Default false. */
  readonly article?: boolean | undefined;
}

import type { ConvertOptions } from "./options.js";
import { collectLinks, type PageLink } from "./links.js";
import { runPipeline } from "./pipeline.js";

export interface Page {
  /** Ends with exactly one line end; empty when nothing is left. */
  readonly markdown: string;
  /** The text of `title`, undefined without one. */
  readonly title: string | undefined;
  /** What relative links were resolved against; undefined when there was nothing absolute. */
  readonly baseUrl: string | undefined;
  /** Links in the order of the text, as they are in the Markdown. */
  readonly links: readonly PageLink[];
}

/**
 * The Markdown of an HTML page: synchronous, without any I/O, never throws for any input. Bytes are decoded as
 * `decodeHtml` says. Returns an empty string when nothing is left, else text that ends with exactly one line end.
 */
export function convert(html: string | Uint8Array, options: ConvertOptions = {}): string {
  return runPipeline(html, options).markdown;
}

/** The same with the page's title, the base of its links and the links. */
export function convertPage(html: string | Uint8Array, options: ConvertOptions = {}): Page {
  const { markdown, mdast, baseUrl, title } = runPipeline(html, options);
  return { markdown, title, baseUrl, links: collectLinks(mdast) };
}

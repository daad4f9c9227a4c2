import { isolateArticle } from "../article/isolate.js";
import { clean } from "../clean/clean.js";
import { limitDepth } from "../clean/limit-depth.js";
import { decodeHtml } from "../encoding/decode.js";
import { toMarkdown } from "../markdown/to-markdown.js";
import { toMdast } from "../mdast/to-mdast.js";
import { parseHtml } from "../parse/parse-html.js";
import type { ConvertOptions } from "./options.js";
import { collectLinks, pageBase, pageTitle, type PageLink } from "./page-facts.js";

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
  return run(html, options).markdown;
}

/** The same with the page's title, the base of its links and the links. */
export function convertPage(html: string | Uint8Array, options: ConvertOptions = {}): Page {
  const { markdown, mdast, baseUrl, title } = run(html, options);
  return { markdown, title, baseUrl, links: collectLinks(mdast) };
}

function run(html: string | Uint8Array, options: ConvertOptions) {
  const tree = parseHtml(typeof html === "string" ? html : textOfBytes(html), true);
  limitDepth(tree);
  const baseUrl = pageBase(tree, options.baseUrl, options.pageUrl);
  const title = pageTitle(tree);
  if (options.clean ?? true) clean(tree);
  if (options.article) isolateArticle(tree);
  const mdast = toMdast(tree, { ...options, baseUrl });
  return { markdown: toMarkdown(mdast), mdast, baseUrl, title };
}

function textOfBytes(bytes: Uint8Array): string {
  const decoded = decodeHtml(bytes);
  return decoded.ok ? decoded.text : Buffer.from(bytes).toString("latin1");
}

import type { Root as Mdast } from "mdast";
import { isolateArticle } from "../article/isolate.js";
import { clean } from "../clean/clean.js";
import { limitDepth } from "../clean/limit-depth.js";
import { decodeHtml } from "../encoding/decode.js";
import { toMarkdown } from "../markdown/to-markdown.js";
import { toMdast } from "../mdast/to-mdast.js";
import { parseHtml } from "../parse/parse-html.js";
import type { ConvertOptions } from "./options.js";
import { pageBase, pageTitle } from "./page-facts.js";

export interface Converted {
  readonly markdown: string;
  readonly mdast: Mdast;
  readonly title: string | undefined;
  readonly baseUrl: string | undefined;
}

/** All steps from a page to Markdown. In the built package this module is loaded with the first conversion. */
export function runPipeline(html: string | Uint8Array, options: ConvertOptions): Converted {
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

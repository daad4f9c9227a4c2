import { clean } from "../clean/clean.js";
import { limitDepth } from "../clean/limit-depth.js";
import { toMarkdown } from "../markdown/to-markdown.js";
import { toMdast } from "../mdast/to-mdast.js";
import { parseHtml } from "../parse/parse-html.js";
import type { ConvertOptions } from "./options.js";

export function convert(html: string | Uint8Array, options: ConvertOptions = {}): string {
  const tree = parseHtml(typeof html === "string" ? html : new TextDecoder().decode(html));
  limitDepth(tree);
  if (options.clean ?? true) clean(tree);
  return toMarkdown(toMdast(tree, options));
}

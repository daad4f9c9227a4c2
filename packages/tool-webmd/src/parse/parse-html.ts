import type { Root } from "hast";
import { parse } from "parse5";
import { hastAdapter } from "./adapter.js";

/** A hast tree of the whole document, repaired as the HTML standard says (by parse5). Never throws, never recurses. */
export function parseHtml(html: string): Root {
  return parse(html, { treeAdapter: hastAdapter });
}

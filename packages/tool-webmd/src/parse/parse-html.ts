import type { Root } from "hast";
import { parse } from "parse5";
import { hastAdapter, leanAdapter } from "./adapter.js";

/**
 * A hast tree of the whole document, repaired as the HTML standard says (by parse5). Never throws, never recurses.
 * `lean` leaves out white space that is never shown.
 */
export function parseHtml(html: string, lean = false): Root {
  return parse(html, { treeAdapter: lean ? leanAdapter : hastAdapter });
}

import type { Root } from "hast";
import { Parser } from "parse5";
import { hastAdapter, leanAdapter } from "./adapter.js";
import { readRuns } from "./read-runs.js";

/**
 * A hast tree of the whole document, repaired as the HTML standard says (by parse5). Never throws, never recurses.
 * `lean` leaves out white space that is never shown.
 */
export function parseHtml(html: string, lean = false): Root {
  const parser = new Parser({ treeAdapter: lean ? leanAdapter : hastAdapter });
  readRuns(parser.tokenizer);
  parser.tokenizer.write(html, true);
  return parser.document;
}

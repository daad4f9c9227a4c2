import type { Root as HastRoot } from "hast";
import type { Root as MdastRoot } from "mdast";
import type { Plugin, Processor } from "unified";
import { isolateArticle } from "../article/isolate.js";
import { clean } from "../clean/clean.js";
import { limitDepth, MAX_DEPTH } from "../clean/limit-depth.js";
import { stripAttributes } from "../clean/strip-attributes.js";
import { toMarkdown } from "../markdown/to-markdown.js";
import { type MdastOptions, toMdast } from "../mdast/to-mdast.js";
import { parseHtml } from "../parse/parse-html.js";
import { toPlain } from "../parse/to-plain.js";

export interface RehypeCleanOptions {
  /** Levels of elements that are kept; the text of what is deeper becomes paragraphs. Default 200. */
  readonly maxDepth?: number;
  /** Removes the attributes that say nothing in Markdown. Default true. */
  readonly attributes?: boolean;
}

/** A parser: HTML to hast by parse5, without recursion and without positions. Takes the place of `rehype-parse`. */
export const rehypeHtml: Plugin<[], string, HastRoot> = function rehypeHtml(this: Processor) {
  this.parser = (document) => toPlain(parseHtml(document));
};

/** A transformer of hast: removes boilerplate, comments, useless attributes and excessive depth. */
export const rehypeClean: Plugin<[RehypeCleanOptions?], HastRoot> = (options = {}) => {
  return (tree) => {
    limitDepth(tree, options.maxDepth ?? MAX_DEPTH);
    clean(tree);
    if (options.attributes ?? true) stripAttributes(tree);
  };
};

/** A transformer of hast: leaves the article of a page. Put it before attributes are removed: it reads class names. */
export const rehypeArticle: Plugin<[], HastRoot> = () => {
  return (tree) => {
    limitDepth(tree);
    isolateArticle(tree);
  };
};

/** A transformer from hast to mdast. Takes the place of `rehype-remark`. */
export const rehypeMdast: Plugin<[MdastOptions?], HastRoot, MdastRoot> = (options = {}) => {
  return (tree) => {
    limitDepth(tree);
    return toMdast(tree, options);
  };
};

/** A compiler from mdast to Markdown with the escapes of this package. Takes the place of `remark-stringify`. */
export const remarkMarkdown: Plugin<[], MdastRoot, string> = function remarkMarkdown(this: Processor) {
  this.compiler = (tree) => toMarkdown(tree as MdastRoot);
};

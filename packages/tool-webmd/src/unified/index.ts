export {
  rehypeArticle,
  rehypeClean,
  type RehypeCleanOptions,
  rehypeHtml,
  rehypeMdast,
  remarkMarkdown,
} from "./plugins.js";
export type { MdastOptions } from "../mdast/to-mdast.js";
export type { Handler, Handlers, Writer } from "../mdast/writer.js";

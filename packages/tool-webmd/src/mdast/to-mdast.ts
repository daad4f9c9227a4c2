import type { Root as HastRoot } from "hast";
import type { Root } from "mdast";
import { handlers, inlineHandlers } from "./handlers/index.js";
import { urlResolver } from "./url.js";
import { type Handlers, Writer } from "./writer.js";

export interface MdastOptions {
  /** Absolute URL that relative links and image sources are resolved against. Without it they stay relative. */
  readonly baseUrl?: string | undefined;
  /** Tables with spanning cells or tables in them: raw HTML, or a GFM table with the spanned cells copied. Default `html`. */
  readonly tables?: "html" | "flatten" | undefined;
  /** `del`, `s` and `strike` become `~~text~~`. Default false: their text. */
  readonly strikethrough?: boolean | undefined;
  /** Items that start with a checkbox become `- [ ]` and `- [x]`. Default false: the checkbox is dropped. */
  readonly taskList?: boolean | undefined;
  /** Handlers of your own, by element name; they take the place of ours. */
  readonly handlers?: Handlers | undefined;
}

/** Turns a hast tree, at most `MAX_DEPTH` levels deep, into mdast. */
export function toMdast(tree: HastRoot, options: MdastOptions = {}): Root {
  const own = options.handlers;
  return new Writer({
    handlers: lookup(handlers, own),
    inlineHandlers: lookup(inlineHandlers, own),
    tables: options.tables ?? "html",
    strikethrough: options.strikethrough ?? false,
    taskList: options.taskList ?? false,
    url: urlResolver(options.baseUrl),
  }).convert(tree);
}

// Without a prototype: `<constructor>` is an element like any other.
function lookup(...parts: (Handlers | undefined)[]): Handlers {
  return Object.assign(Object.create(null) as Handlers, ...parts) as Handlers;
}

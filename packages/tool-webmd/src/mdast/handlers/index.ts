import type { Handlers } from "../writer.js";
import { blocks, inlineBlocks } from "./blocks.js";
import { code, inlineCode } from "./code.js";
import { inline } from "./inline.js";
import { inlineLists, lists } from "./list.js";
import { inlineTables, tables } from "./table.js";

/** The handler of every element that has a form of its own in Markdown. */
export const handlers: Handlers = { ...inline, ...code, ...blocks, ...lists, ...tables };

/** Their stand-ins where only inline content may stand. */
export const inlineHandlers: Handlers = { ...inlineCode, ...inlineBlocks, ...inlineLists, ...inlineTables };

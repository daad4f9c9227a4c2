import type { Element } from "hast";
import type { Heading } from "mdast";
import { attribute } from "../../parse/adapter.js";
import { findElement, textOf } from "../text-of.js";
import type { Handlers, Writer } from "../writer.js";

/** Quotes nest this deep at most; beyond, the lines would be wider than what they hold. */
const MAX_QUOTES = 50;

function heading(node: Element, writer: Writer): void {
  const depth = Number(node.tagName[1]) as Heading["depth"];
  writer.flush();
  const children = writer.phrasing("space", () => writer.children(node));
  if (children.length > 0) writer.block({ type: "heading", depth, children });
}

function quote(node: Element, writer: Writer): void {
  if (writer.depth.quote >= MAX_QUOTES) return writer.boundaries(node);
  writer.depth.quote++;
  const children = writer.collect(() => writer.children(node));
  writer.depth.quote--;
  if (children.length > 0) writer.block({ type: "blockquote", children });
}

// Formulas keep their TeX source when the page brings it; text between dollar signs is what readers of Markdown expect.
function math(node: Element, writer: Writer): void {
  const note = findElement(
    node,
    (element) => element.tagName === "annotation" && /tex/i.test(attribute(element, "encoding") ?? ""),
  );
  const tex = (note ? textOf(note) : (attribute(node, "alttext") ?? "")).replace(/\s+/g, " ").trim();
  if (tex === "") return writer.children(node);
  const display = attribute(node, "display") === "block";
  const fence = display ? "$$" : "$";
  writer.inline({ type: "html", value: `${fence}${tex}${fence}` });
}

const nothing = () => {};

/** Block elements with a form of their own; the others are containers. */
export const blocks: Handlers = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  blockquote: quote,
  hr: (_node, writer) => writer.block({ type: "thematicBreak" }),
  math,
  annotation: nothing,
  "annotation-xml": nothing,
  // Never shown, also when cleaning is off.
  head: nothing,
  script: nothing,
  style: nothing,
  template: nothing,
  noscript: nothing,
  // The parser leaves what is in these as text.
  iframe: nothing,
  noembed: nothing,
  noframes: nothing,
  title: nothing,
  datalist: nothing,
  input: nothing,
};

/** Where only inline content may stand, every block is set apart by the writer and loses its form. */
export const inlineBlocks: Handlers = {
  h1: (node, writer) => writer.boundaries(node),
  h2: (node, writer) => writer.boundaries(node),
  h3: (node, writer) => writer.boundaries(node),
  h4: (node, writer) => writer.boundaries(node),
  h5: (node, writer) => writer.boundaries(node),
  h6: (node, writer) => writer.boundaries(node),
  blockquote: (node, writer) => writer.boundaries(node),
  hr: (_node, writer) => writer.flush(),
};

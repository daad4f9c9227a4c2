import type { Element } from "hast";
import { attribute } from "../../parse/adapter.js";
import { blockFinder, isBlock } from "../elements.js";
import type { Handlers, Writer } from "../writer.js";

const LINE_NUMBER =
  /(^|[ \t\n])(lineno|linenos|linenumber|line-number|line-numbers|line-numbers-rows|lineNumber|ln-num|hljs-ln-numbers|blob-num)([ \t\n]|$)/;

/** The text of a `pre`: `br` and line elements end lines, gutters with line numbers are left out. */
function codeText(node: Element): string {
  let text = "";
  const walk = (parent: Element): void => {
    for (const child of parent.children) {
      if (child.type === "text") text += child.value;
      if (child.type !== "element") continue;
      if (child.tagName === "br") text += "\n";
      else if (!LINE_NUMBER.test(attribute(child, "class") ?? "")) {
        const block = isBlock(child);
        if (block && text !== "" && !text.endsWith("\n")) text += "\n";
        const before = text.length;
        walk(child);
        if (block && !(text.endsWith("\n") && text.length > before)) text += "\n";
      }
    }
  };
  walk(node);
  return text.replace(/\r\n?/g, "\n");
}

const LANGUAGE = /(?:^|[ \t\n\r\f])lang(?:uage)?-([^ \t\n\r\f]+)/i;
const PARENT_LANGUAGE = /(?:^|[ \t\n\r\f])(?:highlight-(?:source|text)-|language-|lang-)([^ \t\n\r\f]+)/i;
const BRUSH = /(?:^|[ \t\n\r\f;])brush:\s*([^ \t\n\r\f;]+)/i;

function language(node: Element): string | undefined {
  const own = attribute(node, "class") ?? "";
  const found = LANGUAGE.exec(own) ?? BRUSH.exec(own);
  if (found) return found[1];
  const only = node.children.find((child) => child.type === "element");
  return only?.type === "element" ? LANGUAGE.exec(attribute(only, "class") ?? "")?.[1] : undefined;
}

function block(node: Element, writer: Writer): void {
  // A line end before the end tag belongs to the markup, not to the code.
  const value = codeText(node).replace(/\n$/, "");
  if (!/[^ \t\n\r\f]/.test(value)) return;
  const lang = language(node) ?? writer.codeLanguage;
  writer.block({ type: "code", lang: lang ?? null, value });
}

// Highlighters put the language on a box around the code.
function box(node: Element, writer: Writer): void {
  const found = PARENT_LANGUAGE.exec(attribute(node, "class") ?? "")?.[1];
  if (found === undefined) return writer.boundaries(node);
  const outer = writer.codeLanguage;
  writer.codeLanguage = found;
  writer.boundaries(node);
  writer.codeLanguage = outer;
}

function span(node: Element, writer: Writer): void {
  if (blockFinder()(node)) return writer.boundaries(node);
  codeSpan(spaced(node), writer);
}

function spaced(node: Element): string {
  let text = "";
  for (const child of node.children) {
    if (child.type === "text") text += child.value;
    else if (child.type === "element") text += child.tagName === "br" ? " " : spaced(child);
  }
  return text;
}

function codeSpan(raw: string, writer: Writer): void {
  if (raw === "") return;
  const value = raw.replace(/[ \t\n\r\f]+/g, " ");
  if (value === " ") return writer.inline({ type: "inlineCode", value });
  if (value.startsWith(" ")) writer.space();
  writer.inline({ type: "inlineCode", value: value.replace(/^ | $/g, "") });
  if (value.endsWith(" ")) writer.space();
}

/** In a heading or a table cell there is no fence: one code span per line. */
function lines(node: Element, writer: Writer): void {
  writer.flush();
  for (const line of codeText(node).split("\n")) {
    if (line.trim() === "") continue;
    writer.inline({ type: "inlineCode", value: line.trim() });
    writer.flush();
  }
}

export const code: Handlers = {
  pre: block,
  listing: block,
  xmp: block,
  plaintext: block,
  div: box,
  code: span,
  kbd: span,
  samp: span,
  tt: span,
};

export const inlineCode: Handlers = { pre: lines, listing: lines, xmp: lines, plaintext: lines };

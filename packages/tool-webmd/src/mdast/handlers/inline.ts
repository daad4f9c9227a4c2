import type { Element } from "hast";
import type { Delete, Emphasis, Link, Strong } from "mdast";
import { attribute } from "../../parse/adapter.js";
import type { Handlers, Writer } from "../writer.js";
import { textOf } from "../text-of.js";

const strong = { kind: "strong", joins: "strong", make: (): Strong => ({ type: "strong", children: [] }) };
const emphasis = {
  kind: "emphasis",
  joins: "emphasis",
  make: (): Emphasis => ({ type: "emphasis", children: [] }),
};
const deletion = { kind: "delete", joins: "delete", make: (): Delete => ({ type: "delete", children: [] }) };

/** `b` in `strong` says nothing new; `strong` in `strong` and `em` in `em` do (HTML counts the levels). */
function important(node: Element, writer: Writer): void {
  const soft = node.tagName === "b";
  if (writer.marked("b") || (soft && writer.marked("strong"))) return writer.children(node);
  writer.mark(soft ? { ...strong, kind: "b" } : strong, () => writer.children(node));
}

function stressed(node: Element, writer: Writer): void {
  const soft = node.tagName === "i";
  if (writer.marked("i") || (soft && writer.marked("emphasis"))) return writer.children(node);
  writer.mark(soft ? { ...emphasis, kind: "i" } : emphasis, () => writer.children(node));
}

function removed(node: Element, writer: Writer): void {
  if (!writer.options.strikethrough || writer.marked("delete")) writer.children(node);
  else writer.mark(deletion, () => writer.children(node));
}

function anchor(node: Element, writer: Writer): void {
  const href = attribute(node, "href");
  const url = href === undefined ? undefined : writer.options.url(href);
  if (url === undefined || writer.marked("link")) return writer.children(node);
  const text = textOf(node);
  const bare = text.trim();
  if (isPermalink(node, href as string, bare)) return;
  let written = false;
  const mark = {
    kind: "link",
    make: (): Link => {
      written = true;
      return { type: "link", url, children: [] };
    },
  };
  writer.mark(mark, () => writer.children(node));
  if (!written && bare === "" && !holdsImage(node) && !SHARES.test(url)) {
    if (text !== "") writer.space();
    writer.inline({
      type: "link",
      url,
      children: [{ type: "text", value: url }],
      data: { bare: true },
    });
  }
}

/** Icons that offer the page to others: without a text they say nothing. */
const SHARES =
  /^(?:https?:\/\/(?:[\w-]+\.)*(?:(?:twitter|x)\.com\/(?:share|intent)|facebook\.com\/(?:sharer|share|dialog)|plus\.google\.com\/share|pinterest\.[a-z]+\/pin\/create|linkedin\.com\/(?:shareArticle|sharing)|reddit\.com\/submit|tumblr\.com\/(?:share|widgets)|getpocket\.com\/(?:save|edit)|(?:api|web)\.whatsapp\.com\/send|wa\.me\/|t\.me\/share|telegram\.me\/share|flipboard\.com\/bookmarklet|vk\.com\/share|news\.ycombinator\.com\/submitlink|digg\.com\/submit)|(?:whatsapp|fb-messenger|sms):|mailto:\?)/i;

const SIGNS = /^(?:[#¶§†🔗\s\u200B\u200C\uFEFF]|\u200D|\uFE0F)*$/u;

// The sign beside a heading that links to itself, and empty links inside the page, say nothing.
function isPermalink(node: Element, href: string, text: string): boolean {
  if (!href.startsWith("#")) return false;
  if (text === "") return !holdsImage(node);
  const classes = attribute(node, "class") ?? "";
  return (
    SIGNS.test(text) &&
    (href.length > 1 || /anchor|permalink|headerlink|hash-link/.test(classes)) &&
    text !== "†"
  );
}

function holdsImage(node: Element): boolean {
  return node.children.some(
    (child) =>
      child.type === "element" && (child.tagName === "img" || child.tagName === "input" || holdsImage(child)),
  );
}

function image(node: Element, writer: Writer): void {
  const alt = (attribute(node, "alt") ?? "").replace(/[ \t\n\r\f]+/g, " ").trim();
  const source = imageSource(node);
  const url = source === undefined ? undefined : writer.options.url(source);
  if (url !== undefined) writer.inline({ type: "image", url, alt });
  else if (alt !== "") writer.text(attribute(node, "alt") ?? "");
}

const LAZY = ["data-src", "data-lazy-src", "data-original", "data-lazy"];

// Lazy loading keeps the real address beside an inlined placeholder.
function imageSource(node: Element): string | undefined {
  const src = attribute(node, "src")?.trim();
  if (src && !/^data:/i.test(src)) return src;
  for (const name of LAZY) {
    const value = attribute(node, name)?.trim();
    if (value && !/^data:/i.test(value)) return value;
  }
  const set = attribute(node, "srcset") ?? attribute(node, "data-srcset");
  const first = set?.trim().split(/[ \t\n\r\f]+|,\s/, 1)[0];
  return first && !/^data:/i.test(first) ? first : undefined;
}

/** Inline elements; what is not named here is written as its content. */
export const inline: Handlers = {
  a: anchor,
  b: important,
  strong: important,
  i: stressed,
  em: stressed,
  del: removed,
  s: removed,
  strike: removed,
  img: image,
  br: (_node, writer) => writer.lineBreak(),
  wbr: () => {},
};

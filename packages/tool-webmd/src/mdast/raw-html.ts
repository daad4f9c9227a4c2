import type { Element } from "hast";
import { attribute } from "../parse/adapter.js";
import { isBlock } from "./elements.js";
import { spanOf } from "./table-grid.js";

/** Elements that keep their tags inside a raw HTML table; of the others only the content is written. */
const KEPT: ReadonlySet<string> = new Set(
  (
    "table caption thead tbody tfoot tr th td p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre hr br " +
    "a img b strong i em code kbd samp tt del s strike sub sup input"
  ).split(" "),
);
const VOID: ReadonlySet<string> = new Set(["br", "hr", "img", "input"]);
/** A line of its own in the output; the rest stays on the line of its row. */
const OWN_LINE: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tfoot", "tr", "caption"]);
const ROWS: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tfoot"]);
const SPACES = /[ \t\n\r\f]+/g;

export interface RawHtmlOptions {
  url(value: string): string | undefined;
  readonly strikethrough: boolean;
  readonly taskList: boolean;
}

/** An element as HTML for a Markdown document: only the attributes that carry meaning, never an empty line. */
export function rawHtml(node: Element, options: RawHtmlOptions): string {
  const out: string[] = [];
  write(node, options, out, false);
  return out
    .join("")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

function write(node: Element, options: RawHtmlOptions, out: string[], inPre: boolean): void {
  const name = node.tagName;
  if (!isKept(name, options)) {
    if (isBlock(node)) out.push(" ");
    content(node, options, out, inPre);
    if (isBlock(node)) out.push(" ");
    return;
  }
  const ownLine = OWN_LINE.has(name) && !inPre;
  if (ownLine) out.push("\n");
  out.push("<", name, attributes(node, options), ">");
  if (VOID.has(name)) return;
  content(node, options, out, inPre || name === "pre");
  if (ROWS.has(name) && !inPre) out.push("\n");
  out.push("</", name, ">");
  if (ownLine) out.push("\n");
}

function isKept(name: string, options: RawHtmlOptions): boolean {
  if (name === "del" || name === "s" || name === "strike") return options.strikethrough;
  if (name === "input") return options.taskList;
  return KEPT.has(name);
}

function content(node: Element, options: RawHtmlOptions, out: string[], inPre: boolean): void {
  const rows = ROWS.has(node.tagName) || node.tagName === "tr";
  for (const child of node.children) {
    if (child.type === "element") write(child, options, out, inPre);
    else if (child.type === "text") {
      if (inPre) out.push(preText(child.value, out));
      else if (!rows || /[^ \t\n\r\f]/.test(child.value))
        out.push(escapeHtml(child.value.replace(SPACES, " ")));
    }
  }
}

// An empty line would end the HTML block; the reference keeps it out of Markdown's sight.
function preText(value: string, out: readonly string[]): string {
  const text = escapeHtml(value.replace(/\r\n?/g, "\n"));
  const starts = out.at(-1) === ">" ? text.replace(/^\n/, "&#10;&#10;") : text.replace(/^\n/, "&#10;");
  return starts.replace(/\n(?=[ \t]*\n)|\n$/g, "&#10;");
}

function attributes(node: Element, options: RawHtmlOptions): string {
  let text = "";
  const add = (name: string, value: string) => {
    text += ` ${name}="${escapeHtml(value).replace(/"/g, "&quot;").replace(SPACES, " ")}"`;
  };
  const name = node.tagName;
  if (name === "a") {
    const url = options.url(attribute(node, "href") ?? "");
    if (url !== undefined) add("href", url);
  } else if (name === "img") {
    const url = options.url(attribute(node, "src") ?? "");
    if (url !== undefined) add("src", url);
    const alt = attribute(node, "alt");
    if (alt !== undefined) add("alt", alt);
  } else if (name === "td" || name === "th") {
    if (spanOf(node, "colspan") !== 1) add("colspan", String(spanOf(node, "colspan")));
    if (spanOf(node, "rowspan") !== 1) add("rowspan", String(spanOf(node, "rowspan", rowspan(node))));
  } else if (name === "ol") {
    const start = attribute(node, "start");
    if (start !== undefined) add("start", start);
  } else if (name === "input") {
    add("type", "checkbox");
    if (attribute(node, "checked") !== undefined) add("checked", "");
  }
  return text;
}

function rowspan(node: Element): number {
  return attribute(node, "rowspan")?.trim() === "0" ? 0 : 65_534;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

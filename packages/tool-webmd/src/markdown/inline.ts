import type { InlineCode, PhrasingContent } from "mdast";
import { type Piece, writeDelimiters } from "./delimiters.js";
import { destination, isBareLink } from "./destination.js";
import { escapeHeadingEnd, escapeLineStart, escapeText } from "./escape.js";
import { SEPARATOR } from "./nested-pairs.js";

type Marked = Extract<PhrasingContent, { type: "strong" | "emphasis" }>;

interface Context {
  readonly inLink: boolean;
  readonly inCell: boolean;
  readonly inHeading: boolean;
  readonly tildes: Set<number> | undefined;
  /** True until something is written on the current line. */
  lineStart: boolean;
}

/** Inline nodes as Markdown. */
export function inlineMarkdown(
  nodes: readonly PhrasingContent[],
  place: "paragraph" | "heading" | "cell",
): string {
  const context = {
    inLink: false,
    inCell: place === "cell",
    inHeading: place === "heading",
    tildes: nodes.some(holdsDelete) ? undefined : new Set<number>(),
    lineStart: place === "paragraph",
  };
  const text = write(nodes, context);
  return place === "heading" ? escapeHeadingEnd(text) : text;
}

function holdsDelete(node: PhrasingContent): boolean {
  return node.type === "delete" || ("children" in node && node.children.some(holdsDelete));
}

function write(nodes: readonly PhrasingContent[], context: Context): string {
  const pieces: Piece[] = [];
  let marks = 0;
  let struck = false;
  const walk = (children: readonly PhrasingContent[]): void => {
    children.forEach((node, at) => {
      if (node.type === "strong" || node.type === "emphasis") {
        const inner = joined(swapped(node));
        const pair = marks++;
        const size = inner.type === "strong" ? 2 : 1;
        pieces.push({ type: "open", size, pair });
        context.lineStart = false;
        walk(inner.children);
        pieces.push({ type: "close", size, pair });
      } else if (node.type === "delete") {
        struck = true;
        pieces.push({ type: "text", value: "~~", edge: "open" });
        context.lineStart = false;
        walk(node.children);
        pieces.push({ type: "text", value: "~~", edge: "close" });
      } else {
        const value = leaf(node, children[at + 1], context);
        if (value !== "") pieces.push({ type: "text", value });
      }
    });
  };
  walk(nodes);
  if (marks > 0 || struck) return writeDelimiters(pieces, context.inLink ? "punctuation" : "space");
  let text = "";
  for (const piece of pieces) if (piece.type === "text") text += piece.value;
  return text;
}

// `***a***` reads as strong in emphasis: written the other way round it would come back swapped.
function swapped(node: Marked): Marked {
  const only = node.children.length === 1 ? node.children[0] : undefined;
  if (node.type !== "strong" || only?.type !== "emphasis") return node;
  return { type: "emphasis", children: [{ type: "strong", children: only.children }] };
}

// Two levels around the same text: the stars of both would stand side by side and read as strong.
function joined(node: Marked): Marked {
  let inner = node;
  for (let only = inner.children[0]; only?.type === node.type && inner.children.length === 1;) {
    inner = only;
    only = inner.children[0];
  }
  return inner;
}

function leaf(node: PhrasingContent, next: PhrasingContent | undefined, context: Context): string {
  const { lineStart } = context;
  if (node.type === "break") {
    if (context.inCell) return "<br>";
    if (context.inHeading) return " ";
    context.lineStart = true;
    return "\\\n";
  }
  context.lineStart = false;
  switch (node.type) {
    case "text": {
      let text = escapeText(node.value, context, lineStart);
      if (lineStart) text = escapeLineStart(text);
      // `!` before a link would make it an image.
      return next?.type === "link" && text.endsWith("!") ? `${text.slice(0, -1)}\\!` : text;
    }
    case "inlineCode":
      // Two spans in a row would be read as one.
      return codeSpan(node, context.inCell) + (next?.type === "inlineCode" ? SEPARATOR : "");
    case "link": {
      if (node.data && "bare" in node.data) return bareLink(node.url, context);
      const text = write(node.children, { ...context, inLink: true, lineStart: false });
      return `[${text}](${destination(node.url, context.inCell)})`;
    }
    case "image": {
      const alt = escapeText(node.alt ?? "", { ...context, inLink: true, tildes: new Set() });
      return `![${alt}](${destination(node.url, context.inCell)})`;
    }
    case "html":
      return context.inCell ? node.value.replace(/\|/g, "\\|") : node.value;
    default:
      return "";
  }
}

function bareLink(url: string, context: Context): string {
  if (isBareLink(url)) return url;
  if (/^[a-z][a-z0-9+.-]{1,31}:[^\s<>|]*$/i.test(url)) return `<${url}>`;
  return escapeText(url, { ...context, inLink: true });
}

function codeSpan(node: InlineCode, inCell: boolean): string {
  const { value } = node;
  // GFM has no way to write a backslash before a pipe in a code span of a table.
  if (inCell && value.includes("\\|")) {
    const html = value
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/[|\\*_`[\]~]/g, (c) => `&#${c.charCodeAt(0)};`);
    return `<code>${html}</code>`;
  }
  let fence = "`";
  const runs = new Set((value.match(/`+/g) ?? []).map((run) => run.length));
  while (runs.has(fence.length)) fence += "`";
  const pad =
    value.startsWith("`") || value.endsWith("`") || (/^ .* $/.test(value) && value.trim() !== "") ? " " : "";
  const text = inCell ? value.replace(/\|/g, "\\|") : value;
  return `${fence}${pad}${text}${pad}${fence}`;
}

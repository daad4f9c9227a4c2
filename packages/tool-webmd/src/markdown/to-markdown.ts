import type {
  BlockContent,
  Code,
  DefinitionContent,
  List,
  ListItem,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from "mdast";
import { toUSVString } from "node:util";
import { inlineMarkdown } from "./inline.js";

type Block = BlockContent | DefinitionContent | RootContent;

/** Lines of output under the prefix of the containers that are open. */
class Lines {
  readonly out: string[] = [];
  #prefix = "";
  /** Stands before the next line only: the marker of a list item. */
  #first: string | undefined;

  line(text: string): void {
    this.out.push((this.#first ?? this.#prefix) + text);
    this.#first = undefined;
  }

  blank(): void {
    this.out.push(this.#prefix.trimEnd());
  }

  within(first: string, rest: string, body: () => void): void {
    const outer = this.#prefix;
    this.#first = (this.#first ?? outer) + first;
    this.#prefix = outer + rest;
    body();
    this.#prefix = outer;
  }
}

/** mdast as Markdown, ending with exactly one line end; nothing when there is nothing to say. */
export function toMarkdown(tree: Root): string {
  const lines = new Lines();
  blocks(tree.children, lines, false, false);
  const text = lines.out.join("\n");
  if (text === "") return "";
  return `${toUSVString(text)}\n`;
}

function blocks(nodes: readonly Block[], lines: Lines, tight: boolean, inItem: boolean): void {
  let before: Block | undefined;
  for (const node of nodes) {
    if (before) {
      if (
        before.type === "list" &&
        node.type === "list" &&
        (before.ordered ?? false) === (node.ordered ?? false)
      ) {
        // Without it the second list would go on with the first.
        lines.blank();
        lines.line("<!-- -->");
        lines.blank();
      } else if (!(tight && canTouch(before, node))) lines.blank();
    }
    block(node, lines, inItem && before === undefined);
    before = node;
  }
}

// Blocks that may follow each other on the next line without being taken for one another.
function canTouch(before: Block, node: Block): boolean {
  const interrupts =
    node.type === "code" ||
    node.type === "heading" ||
    node.type === "blockquote" ||
    (node.type === "list" && (!node.ordered || (node.start ?? 1) === 1));
  if (before.type === "paragraph") return interrupts;
  return before.type === "code" || before.type === "heading" || before.type === "thematicBreak";
}

function block(node: Block, lines: Lines, firstInItem: boolean): void {
  switch (node.type) {
    case "paragraph":
      return textLines(inlineMarkdown(node.children, "paragraph"), lines);
    case "heading":
      return lines.line(`${"#".repeat(node.depth)} ${inlineMarkdown(node.children, "heading")}`);
    case "thematicBreak":
      // `- ---` is a rule itself, not an item that holds one.
      return lines.line(firstInItem ? "***" : "---");
    case "blockquote":
      return lines.within("> ", "> ", () => blocks(node.children, lines, false, false));
    case "list":
      return list(node, lines);
    case "code":
      return code(node, lines);
    case "html":
      return textLines(node.value, lines);
    case "table":
      return table(node, lines);
    default:
      if ("value" in node) textLines(node.value, lines);
      else if ("children" in node)
        textLines(inlineMarkdown(node.children as PhrasingContent[], "paragraph"), lines);
  }
}

function textLines(text: string, lines: Lines): void {
  if (!text.includes("\n")) return lines.line(text);
  for (const line of text.split("\n")) lines.line(line);
}

function list(node: List, lines: Lines): void {
  const spread = node.spread ?? false;
  let number = node.start ?? 1;
  let first = true;
  for (const item of node.children) {
    if (!first && spread) lines.blank();
    const marker = node.ordered ? `${Math.min(number++, 999_999_999)}. ` : "- ";
    lines.within(marker, " ".repeat(marker.length), () => listItem(item, lines, spread));
    first = false;
  }
}

function listItem(item: ListItem, lines: Lines, spread: boolean): void {
  let children = item.children;
  if (typeof item.checked === "boolean") {
    const box = item.checked ? "[x] " : "[ ] ";
    const [head] = children;
    if (head?.type === "paragraph") {
      textLines(box + inlineMarkdown(head.children, "paragraph"), lines);
      children = children.slice(1);
    } else lines.line(box.trimEnd());
    if (children.length === 0) return;
    const [next] = children;
    if (spread || !(head && next && canTouch(head, next))) lines.blank();
  }
  if (children.length === 0) return;
  blocks(children, lines, !spread, true);
}

function code(node: Code, lines: Lines): void {
  const info = (node.lang ?? "") + (node.meta ? ` ${node.meta}` : "");
  const char = info.includes("`") ? "~" : "`";
  let longest = 2;
  for (const run of node.value.match(char === "`" ? /`{3,}/g : /~{3,}/g) ?? [])
    longest = Math.max(longest, run.length);
  const fence = char.repeat(longest + 1);
  lines.line(fence + info.replace(/\\(?=[!-/:-@[-`{-~])|&(?=#?[a-z0-9]+;)/gi, "\\$&"));
  for (const line of node.value.split("\n")) {
    if (line === "") lines.blank();
    else lines.line(line);
  }
  lines.line(fence);
}

const RULES = { left: ":--", right: "--:", center: ":-:" } as const;

function table(node: Table, lines: Lines): void {
  node.children.forEach((row, at) => {
    lines.line(`|${row.children.map((cell) => ` ${inlineMarkdown(cell.children, "cell")} |`).join("")}`);
    if (at > 0) return;
    const rule = row.children.map((_, column) => {
      const align = node.align?.[column];
      return ` ${align ? RULES[align] : "---"} |`;
    });
    lines.line(`|${rule.join("")}`);
  });
}

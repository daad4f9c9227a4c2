import type { Nodes, Root } from "mdast";

export interface PageLink {
  readonly url: string;
  readonly text: string;
}

/** Every link of a Markdown tree, in order. */
export function collectLinks(tree: Root): PageLink[] {
  const links: PageLink[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === "link") links.push({ url: node.url, text: mdastText(node).trim() });
    else if ("children" in node) for (const child of node.children) walk(child);
  };
  walk(tree);
  return links;
}

function mdastText(node: Nodes): string {
  if ("value" in node) return node.value;
  if (node.type === "image") return node.alt ?? "";
  if (node.type === "break") return " ";
  return "children" in node ? node.children.map(mdastText).join("") : "";
}

import type { Element, Nodes } from "hast";

/** The text of a node and everything in it, as it stands. Elements that are never shown are left out. */
export function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  if (!("children" in node)) return "";
  let text = "";
  for (const child of node.children) text += child.type === "text" ? child.value : textOf(child);
  return text;
}

/** The first element of a name in document order, the node itself included. */
export function findElement(node: Nodes, test: (element: Element) => boolean): Element | undefined {
  if (node.type === "element" && test(node)) return node;
  if (!("children" in node)) return undefined;
  for (const child of node.children) {
    const found = child.type === "element" ? findElement(child, test) : undefined;
    if (found) return found;
  }
  return undefined;
}

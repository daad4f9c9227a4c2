import type { Element, ElementContent, Root } from "hast";
import { removalRule } from "./removal.js";
import { KEEPS_FOOTER } from "./table.js";

/** Removes boilerplate from a hast tree in place, as `clean/table.ts` lists it, and comments. Does not recurse. */
export function clean(tree: Root): void {
  const removed = removalRule();
  const todo: { node: Root | Element; inText: boolean }[] = [{ node: tree, inText: false }];
  for (let item = todo.pop(); item; item = todo.pop()) {
    const { node, inText } = item;
    const children = node.children as ElementContent[];
    let kept = 0;
    for (const child of children) {
      if (child.type === "comment") continue;
      if (child.type === "element") {
        if (removed(child, inText)) continue;
        if (child.children.length > 0)
          todo.push({ node: child, inText: inText || KEEPS_FOOTER.has(child.tagName) });
      }
      children[kept++] = child;
    }
    children.length = kept;
  }
}

import type { Element, Root } from "hast";

/** A copy of a parsed tree in plain objects, which is what unified lets pass. Does not recurse. */
export function toPlain(tree: Root): Root {
  const copy: Root = { type: "root", children: [] };
  const todo: { from: Root | Element; to: Root | Element }[] = [{ from: tree, to: copy }];
  for (let item = todo.pop(); item; item = todo.pop()) {
    const { from, to } = item;
    to.children = from.children.map((child) => {
      if (child.type !== "element") return { ...child };
      const { tagName, properties, content } = child;
      const element: Element = { type: "element", tagName, properties, children: [] };
      if (content) {
        element.content = { type: "root", children: [] };
        todo.push({ from: content, to: element.content });
      }
      todo.push({ from: child, to: element });
      return element;
    }) as Element["children"];
  }
  return copy;
}

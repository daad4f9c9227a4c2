import type { Element, ElementContent, Root } from "hast";
import { isBlock } from "../mdast/elements.js";

/** Levels of elements that are kept; browsers stop at 512. Past it, only the text survives. */
export const MAX_DEPTH = 200;

/** Makes a tree safe for recursive steps, in place: what lies deeper than `max` levels is turned into paragraphs. */
export function limitDepth(tree: Root, max: number = MAX_DEPTH): void {
  let level: (Root | Element)[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    const next: Element[] = [];
    for (const node of level) {
      if (depth === max) node.children = flat(node);
      else {
        for (const child of node.children) {
          if (child.type === "element" && child.children.length > 0) next.push(child);
        }
      }
    }
    if (depth === max) return;
    level = next;
  }
}

function flat(node: Root | Element): ElementContent[] {
  const result: ElementContent[] = [];
  let run: ElementContent[] = [];
  let inParagraph = false;
  const end = () => {
    if (run.length > 0) {
      if (inParagraph) result.push({ type: "element", tagName: "p", properties: {}, children: run });
      else for (const child of run) result.push(child);
    }
    run = [];
    inParagraph = true;
  };
  const path = [{ node, next: 0 }];
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const child = top.node.children[top.next++];
    if (!child) {
      if (path.length > 1 && isBlock(top.node as Element)) end();
      path.pop();
    } else if (child.type === "text") run.push(child);
    else if (child.type === "element") {
      if (child.children.length === 0) run.push(child);
      else {
        if (isBlock(child)) end();
        path.push({ node: child, next: 0 });
      }
    }
  }
  end();
  return result;
}

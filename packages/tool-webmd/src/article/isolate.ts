import type { Element, ElementContent, Root } from "hast";
import { type Score, scoreTree } from "./score.js";

/** Characters that an article has at least; below, the page is left as it is. */
const MIN_TEXT = 200;

/** Leaves only the article in a cleaned tree, in place; a page without one stays whole. */
export function isolateArticle(tree: Root): void {
  const scores = scoreTree(tree);
  const root = descend(tree, scores);
  if ((scores.get(root)?.text ?? 0) < MIN_TEXT) return;
  prune(root, scores);
  tree.children = root.type === "root" ? root.children : [root];
}

/** The smallest element that holds nearly all that counts for the page. */
function descend(tree: Root, scores: ReadonlyMap<Element | Root, Score>): Element | Root {
  let node: Element | Root = tree;
  for (;;) {
    let best: Element | undefined;
    let bestValue = 0;
    let positive = 0;
    for (const child of node.children as ElementContent[]) {
      if (child.type !== "element") continue;
      const value = scores.get(child)?.value ?? 0;
      if (value > 0) positive += value;
      if (value > bestValue) {
        bestValue = value;
        best = child;
      }
    }
    if (!best || bestValue < 0.7 * positive || isParagraph(best)) return node;
    node = best;
  }
}

function isParagraph(node: Element): boolean {
  return /^(?:p|h[1-6]|li|td|blockquote|pre)$/.test(node.tagName);
}

function prune(node: Element | Root, scores: ReadonlyMap<Element | Root, Score>): void {
  const children = node.children as ElementContent[];
  let kept = 0;
  for (const child of children) {
    if (child.type === "element" && isAside(child, scores.get(child))) continue;
    if (child.type === "element" && !isParagraph(child)) prune(child, scores);
    children[kept++] = child;
  }
  children.length = kept;
}

function isAside(node: Element, score: Score | undefined): boolean {
  if (!score || isParagraph(node)) return false;
  return score.text > 0 && score.value < 0 && score.paragraphs === 0;
}

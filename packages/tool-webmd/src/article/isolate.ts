import type { Element, ElementContent, Root } from "hast";
import { attribute } from "../parse/adapter.js";
import { type Score, scoreTree } from "./score.js";
import { BESIDE_WORDS, FITTING_WORDS } from "./words.js";

type Scores = ReadonlyMap<Element | Root, Score>;

/** Characters that an article has at least; below, the page is left as it is. */
const MIN_TEXT = 200;
/** The part of what counts on a page that the article's element must hold. */
const MOST = 0.7;
/** What is named like something beside the article goes unless it is this part of the text. */
const LARGE = 0.3;

/** Leaves only the article in a cleaned tree, in place; a page without one stays whole. */
export function isolateArticle(tree: Root): void {
  const scores = scoreTree(tree);
  const root = descend(tree, scores);
  const whole = scores.get(root);
  if (!whole || whole.text < MIN_TEXT) return;
  prune(root, scores, whole);
  tree.children = root.type === "root" ? root.children : [root];
}

/** The smallest element that holds nearly all that counts for the page. */
function descend(tree: Root, scores: Scores): Element | Root {
  let node: Element | Root = tree;
  for (;;) {
    let best: Element | undefined;
    let bestValue = 0;
    let all = 0;
    for (const child of node.children as ElementContent[]) {
      if (child.type !== "element") continue;
      const value = scores.get(child)?.story ?? 0;
      all += value;
      if (value > bestValue) {
        bestValue = value;
        best = child;
      }
    }
    if (!best || bestValue < MOST * all || isParagraph(best)) return node;
    node = best;
  }
}

function isParagraph(node: Element): boolean {
  return /^(?:p|h[1-6]|li|td|th|tr|blockquote|pre)$/.test(node.tagName);
}

function prune(node: Element | Root, scores: Scores, whole: Score): void {
  const children = node.children as ElementContent[];
  let kept = 0;
  for (const child of children) {
    if (child.type === "element") {
      const score = scores.get(child);
      if (score && isBeside(child, score, whole)) continue;
      prune(child, scores, whole);
    }
    children[kept++] = child;
  }
  children.length = kept;
}

function isBeside(node: Element, score: Score, whole: Score): boolean {
  if (score.story > 0 && score.story >= LARGE * whole.story) return false;
  const name = `${attribute(node, "class") ?? ""} ${attribute(node, "id") ?? ""}`;
  if (BESIDE_WORDS.test(name) && !FITTING_WORDS.test(name) && score.text < LARGE * whole.text) return true;
  if (node.tagName === "figcaption") return true;
  if (node.tagName === "a") return score.text === 0 && !holdsImage(node);
  if (score.text === 0) return false;
  if (node.tagName === "p" || /^h[1-6]$/.test(node.tagName))
    return score.text < 150 && score.links >= 0.9 * score.text;
  if (isParagraph(node)) return false;
  return score.value < 0 && (score.story === 0 || score.links > 0.5 * score.text);
}

function holdsImage(node: Element): boolean {
  return node.children.some(
    (child) => child.type === "element" && (child.tagName === "img" || holdsImage(child)),
  );
}

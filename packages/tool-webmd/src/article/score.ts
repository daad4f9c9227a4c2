import type { Element, Root } from "hast";
import { isBlock } from "../mdast/elements.js";
import { attribute } from "../parse/adapter.js";
import { DOUBTFUL_WORDS, FITTING_WORDS } from "./words.js";

/** What is known of an element and everything in it. */
export interface Score {
  /** Characters of text. */
  text: number;
  /** Characters of text in links. */
  links: number;
  /** Sum over the text blocks: long ones count for it, short and linked ones against it. */
  value: number;
  /** Characters in blocks that look like paragraphs of a story; less where the names speak against it. */
  story: number;
}

/** A text block must have this many characters to count for its surroundings. */
const BLOCK_COST = 35;
const CELL_COST = 0;
/** Characters in links weigh this much against a block. */
const LINK_COST = 2.5;
const PARAGRAPH = 80;

/** Scores every element of a tree at most `MAX_DEPTH` levels deep. */
export function scoreTree(tree: Root): Map<Element | Root, Score> {
  const scores = new Map<Element | Root, Score>();
  visit(tree, scores, false);
  return scores;
}

function visit(node: Element | Root, scores: Map<Element | Root, Score>, inLink: boolean): Score {
  const total: Score = { text: 0, links: 0, value: 0, story: 0 };
  const block = { text: 0, links: 0 };
  const element = node.type === "element" ? node : undefined;
  const linked = inLink || (element?.tagName === "a" && attribute(element, "href") !== undefined);
  const cost = element?.tagName === "td" || element?.tagName === "th" ? CELL_COST : BLOCK_COST;
  const endBlock = () => {
    if (block.text > 0) {
      const value = block.text - cost - LINK_COST * block.links;
      total.value += value;
      if (block.text >= PARAGRAPH && block.links < block.text / 2) total.story += block.text - block.links;
    }
    block.text = block.links = 0;
  };
  for (const child of node.children) {
    if (child.type === "text") {
      const length = visible(child.value);
      total.text += length;
      block.text += length;
      if (linked) {
        total.links += length;
        block.links += length;
      }
    } else if (child.type === "element") {
      if (isBlock(child) || child.tagName === "br") endBlock();
      const inner = visit(child, scores, linked);
      total.text += inner.text;
      total.links += inner.links;
      if (isBlock(child) || inner.value !== 0) {
        total.value += inner.value;
        total.story += inner.story;
      } else {
        block.text += inner.text;
        block.links += inner.links;
      }
    }
  }
  if (!element || isBlock(element)) endBlock();
  if (element) weigh(element, total);
  scores.set(node, total);
  return total;
}

function visible(text: string): number {
  return text.replace(/\s+/g, " ").trim().length;
}

function weigh(element: Element, total: Score): void {
  if (total.story <= 0) return;
  const name = `${attribute(element, "class") ?? ""} ${attribute(element, "id") ?? ""}`;
  if (name.length < 3) return;
  if (DOUBTFUL_WORDS.test(name) && !FITTING_WORDS.test(name)) total.story *= 0.2;
}

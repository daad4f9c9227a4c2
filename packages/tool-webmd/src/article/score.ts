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
  /** Text blocks that look like paragraphs of a story. */
  paragraphs: number;
}

/** A text block must have this many characters to count for its surroundings. */
const BLOCK_COST = 35;
/** Characters in links weigh this much against a block. */
const LINK_COST = 2.5;
const PARAGRAPH = 80;

/** Scores every element of a tree at most `MAX_DEPTH` levels deep. */
export function scoreTree(tree: Root): Map<Element | Root, Score> {
  const scores = new Map<Element | Root, Score>();
  visit(tree, scores);
  return scores;
}

function visit(node: Element | Root, scores: Map<Element | Root, Score>): Score {
  const total: Score = { text: 0, links: 0, value: 0, paragraphs: 0 };
  const block = { text: 0, links: 0 };
  const endBlock = () => {
    if (block.text > 0) {
      const value = block.text - BLOCK_COST - LINK_COST * block.links;
      total.value += value;
      if (block.text >= PARAGRAPH && block.links < block.text / 2) total.paragraphs++;
    }
    block.text = block.links = 0;
  };
  for (const child of node.children) {
    if (child.type === "text") {
      const length = visible(child.value);
      total.text += length;
      block.text += length;
    } else if (child.type === "element") {
      if (isBlock(child) || child.tagName === "br") endBlock();
      const inner = visit(child, scores);
      total.text += inner.text;
      total.links += inner.links;
      if (isBlock(child) || inner.value !== 0) {
        total.value += inner.value;
        total.paragraphs += inner.paragraphs;
      } else {
        block.text += inner.text;
        block.links += inner.links;
      }
    }
  }
  const element = node.type === "element" ? node : undefined;
  if (element?.tagName === "a" && attribute(element, "href") !== undefined) {
    total.links = total.text;
    block.links = block.text;
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
  if (total.value <= 0) return;
  const name = `${attribute(element, "class") ?? ""} ${attribute(element, "id") ?? ""}`;
  if (name.length < 3) return;
  if (DOUBTFUL_WORDS.test(name) && !FITTING_WORDS.test(name)) total.value *= 0.2;
}

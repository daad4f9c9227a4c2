import type { Root as HastRoot } from "hast";
import { findElement, textOf } from "../mdast/text-of.js";
import { attribute } from "../parse/adapter.js";

/** The text of the page's `title`, white space collapsed. */
export function pageTitle(tree: HastRoot): string | undefined {
  const head = findElement(tree, (element) => element.tagName === "head");
  const title = head && findElement(head, (element) => element.tagName === "title");
  const text = title ? textOf(title).replace(/\s+/g, " ").trim() : "";
  return text === "" ? undefined : text;
}

/**
 * What relative addresses are resolved against: the caller's base; else the page's `base` element, itself resolved
 * against the page's address; else that address. What is not absolute then counts as nothing.
 */
export function pageBase(
  tree: HastRoot,
  baseUrl: string | undefined,
  pageUrl: string | undefined,
): string | undefined {
  if (baseUrl !== undefined) return absolute(baseUrl, undefined);
  const page = pageUrl === undefined ? undefined : absolute(pageUrl, undefined);
  const base = findElement(
    tree,
    (element) => element.tagName === "base" && attribute(element, "href") !== undefined,
  );
  const declared = base ? absolute(attribute(base, "href") ?? "", page) : undefined;
  return declared ?? page;
}

function absolute(url: string, base: string | undefined): string | undefined {
  try {
    const parsed = new URL(url.trim(), base);
    return /^(?:https?|file):$/.test(parsed.protocol) ? parsed.href : undefined;
  } catch {
    return undefined;
  }
}

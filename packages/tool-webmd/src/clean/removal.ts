import type { Element } from "hast";
import { attribute } from "../parse/adapter.js";
import {
  KEEPS_CONTAINER,
  NEVER_BY_WORD,
  REMOVED_ROLES,
  REMOVED_TAGS,
  REMOVED_WORDS,
  SCREEN_READER_CLASSES,
} from "./table.js";

const SPACES = /[ \t\n\r\f]+/;

/** Decides element by element what is boilerplate. Make one per tree: it remembers which elements hold a heading. */
export function removalRule(): (node: Element, inText: boolean) => boolean {
  const holders = new WeakSet<Element>();
  return (node, inText) => {
    const tag = node.tagName;
    if (REMOVED_TAGS.has(tag)) return true;
    if (tag === "footer") {
      if (!inText) return true;
    } else if (tag === "input" && attribute(node, "type")?.toLowerCase() !== "checkbox") return true;
    if (attribute(node, "hidden") !== undefined) return true;
    if (attribute(node, "aria-hidden")?.toLowerCase() === "true") return true;
    const role = attribute(node, "role");
    if (role !== undefined && REMOVED_ROLES.has(role.trim().toLowerCase())) return true;
    const verdict = byWord(attribute(node, "class"), attribute(node, "id"));
    if (verdict === "reader") return true;
    return verdict === "word" && !NEVER_BY_WORD.has(tag) && !holds(node, holders);
  };
}

function byWord(classes: string | undefined, id: string | undefined): "reader" | "word" | undefined {
  let found: "word" | undefined;
  if (classes) {
    for (const name of classes.toLowerCase().split(SPACES)) {
      if (SCREEN_READER_CLASSES.has(name)) return "reader";
      if (REMOVED_WORDS.has(name)) found = "word";
    }
  }
  if (!found && id && REMOVED_WORDS.has(id.trim().toLowerCase())) found = "word";
  return found;
}

// The way down to what was found is remembered, so that nested matches do not search again.
function holds(node: Element, holders: WeakSet<Element>): boolean {
  if (holders.has(node)) return true;
  const path: { element: Element; next: number }[] = [{ element: node, next: 0 }];
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const child = top.element.children[top.next++];
    if (!child) path.pop();
    else if (child.type === "element") {
      if (KEEPS_CONTAINER.has(child.tagName) || holders.has(child)) {
        for (const { element } of path) holders.add(element);
        return true;
      }
      path.push({ element: child, next: 0 });
    }
  }
  return false;
}

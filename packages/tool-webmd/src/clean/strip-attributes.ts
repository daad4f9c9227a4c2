import type { Element, Properties, Root } from "hast";
import { attribute } from "../parse/adapter.js";

/** The attributes that carry meaning in Markdown, by element. */
const KEPT: Readonly<Record<string, readonly string[] | undefined>> = {
  a: ["href"],
  img: ["src", "alt"],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan"],
  ol: ["start"],
  input: ["type", "checked"],
};
const PROPERTY: Readonly<Record<string, string>> = { colspan: "colSpan", rowspan: "rowSpan" };

/** Removes every attribute that says nothing in Markdown, in place; of `class` the language words of code stay. */
export function stripAttributes(tree: Root): void {
  const todo: (Root | Element)[] = [tree];
  for (let node = todo.pop(); node; node = todo.pop()) {
    for (const child of node.children) {
      if (child.type !== "element") continue;
      child.properties = kept(child);
      todo.push(child);
    }
  }
}

function kept(element: Element): Properties {
  const properties: Properties = {};
  for (const name of KEPT[element.tagName] ?? []) {
    const property = PROPERTY[name] ?? name;
    const value = element.properties[property];
    if (value !== undefined) properties[property] = value;
  }
  if (element.tagName === "pre" || element.tagName === "code") {
    const words = (attribute(element, "class") ?? "").match(/(?<!\S)lang(?:uage)?-\S+/g);
    if (words) properties["className"] = [...words];
  }
  return properties;
}

import type { Element } from "hast";
import type { List, ListItem } from "mdast";
import { attribute } from "../../parse/adapter.js";
import type { Handlers, Writer } from "../writer.js";

/** Lists nest this deep at most; beyond, items become paragraphs of the item they are in. */
const MAX_LISTS = 50;
/** CommonMark allows nine digits. */
const MAX_NUMBER = 999_999_999;

function list(node: Element, writer: Writer): void {
  if (writer.depth.list >= MAX_LISTS) return writer.boundaries(node);
  writer.depth.list++;
  writer.flush();
  const items: ListItem[] = [];
  let loose: Element["children"] = [];
  const endLoose = () => {
    const stray = loose;
    loose = [];
    if (
      !stray.some(
        (child) => child.type === "element" || /[^ \t\n\r\f]/.test("value" in child ? child.value : ""),
      )
    )
      return;
    addStray(stray, items, writer);
  };
  for (const child of node.children) {
    if (child.type === "element" && child.tagName === "li") {
      endLoose();
      const made = item(child, writer);
      if (made) items.push(made);
    } else loose.push(child);
  }
  endLoose();
  writer.depth.list--;
  if (items.length > 0) writer.block(listOf(items, node));
}

function listOf(items: ListItem[], node: Element | undefined): List {
  const ordered = node?.tagName === "ol";
  const spread = items.some((one) => one.spread);
  const start = ordered ? startOf(node) : null;
  return { type: "list", ordered, start, spread, children: items };
}

function startOf(node: Element): number {
  const start = Number.parseInt(attribute(node, "start") ?? "1", 10);
  return start >= 0 && start <= MAX_NUMBER ? start : 1;
}

// What stands in a list beside its items belongs to the item before it; a list without one gives its own items.
function addStray(nodes: Element["children"], items: ListItem[], writer: Writer): void {
  const blocks = writer.collect(() => writer.children({ children: nodes })) as ListItem["children"];
  if (blocks.length === 0) return;
  const last = items.at(-1);
  if (last) last.children.push(...blocks);
  else if (blocks.length === 1 && blocks[0]?.type === "list") {
    for (const one of blocks[0].children) items.push(one);
  } else items.push({ type: "listItem", spread: false, children: blocks });
}

function item(node: Element, writer: Writer): ListItem | undefined {
  const box = writer.options.taskList ? checkbox(node) : undefined;
  const children = writer.collect(() => writer.children(node)) as ListItem["children"];
  if (children.length === 0 && !box) return undefined;
  const spread = node.children.some((child) => child.type === "element" && child.tagName === "p");
  const checked = box ? attribute(box, "checked") !== undefined : null;
  return { type: "listItem", spread, checked, children };
}

/** The checkbox that an item starts with. */
function checkbox(node: Element): Element | undefined {
  for (const child of node.children) {
    if (child.type === "text" && /^[ \t\n\r\f]*$/.test(child.value)) continue;
    if (child.type !== "element") return undefined;
    if (child.tagName === "input")
      return attribute(child, "type")?.toLowerCase() === "checkbox" ? child : undefined;
    if (
      child.tagName === "p" ||
      child.tagName === "label" ||
      child.tagName === "span" ||
      child.tagName === "div"
    )
      return checkbox(child);
    return undefined;
  }
  return undefined;
}

// An item without a list: neighbours make one together.
function lonely(node: Element, writer: Writer): void {
  if (writer.depth.list >= MAX_LISTS) return writer.boundaries(node);
  writer.depth.list++;
  const made = item(node, writer);
  writer.depth.list--;
  if (!made) return;
  const last = writer.last();
  if (last?.type === "list" && last.data && "implied" in last.data) {
    last.children.push(made);
    if (made.spread) last.spread = true;
  } else writer.block({ ...listOf([made], undefined), data: { implied: true } as List["data"] });
}

export const lists: Handlers = { ul: list, ol: list, menu: list, dir: list, li: lonely };

const apart = (node: Element, writer: Writer) => writer.boundaries(node);
/** In a heading or a table cell, items are set apart like other blocks. */
export const inlineLists: Handlers = { ul: apart, ol: apart, menu: apart, dir: apart, li: apart };

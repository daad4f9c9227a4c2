import type { Element } from "hast";

const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset " +
    "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav " +
    "noframes ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp"
  ).split(" "),
);

/** Elements that stand on lines of their own. */
export function isBlock(node: Element): boolean {
  return BLOCKS.has(node.tagName);
}

/** Tells whether a block is somewhere inside, remembering what it has seen. */
export function blockFinder(): (node: Element) => boolean {
  const known = new Map<Element, boolean>();
  const find = (node: Element): boolean => {
    if (node.children.length === 0) return false;
    const before = known.get(node);
    if (before !== undefined) return before;
    const found = node.children.some((child) => child.type === "element" && (isBlock(child) || find(child)));
    known.set(node, found);
    return found;
  };
  return find;
}

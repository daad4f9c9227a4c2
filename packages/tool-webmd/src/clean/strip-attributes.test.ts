import { expect, test } from "vitest";
import { parseHtml } from "../parse/parse-html.js";
import { stripAttributes } from "./strip-attributes.js";

test("only attributes with a meaning in Markdown are left", () => {
  const tree = parseHtml(
    '<body class=b><a href="/x" onclick="e()" id=i>l</a><img src=s alt=a width=3><pre class="hl language-js"></pre>' +
      "<table><td colspan=2 rowspan=3 align=left>x</table><ol start=3 type=a></ol><input type=checkbox checked name=n>",
  );
  stripAttributes(tree);
  const found: Record<string, unknown> = {};
  const walk = (node: { children?: readonly unknown[]; tagName?: string; properties?: object }): void => {
    if (node.tagName && Object.keys(node.properties ?? {}).length > 0) found[node.tagName] = node.properties;
    for (const child of node.children ?? []) walk(child as typeof node);
  };
  walk(tree);
  expect(found).toEqual({
    a: { href: "/x" },
    img: { src: "s", alt: "a" },
    pre: { className: ["language-js"] },
    td: { colSpan: 2, rowSpan: 3 },
    ol: { start: 3 },
    input: { type: "checkbox", checked: true },
  });
});

import { find, html as schema } from "property-information";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { expect, test } from "vitest";
import { attribute } from "./adapter.js";
import { parseHtml } from "./parse-html.js";
import { fromProperties, propertyName, toProperties } from "./properties.js";

interface Plain {
  type: string;
  tagName?: string;
  value?: string;
  properties?: unknown;
  children?: Plain[];
}

// Without positions and doctype names.
function plain(node: unknown): Plain {
  const { type, tagName, value, properties, children } = node as Plain;
  return {
    type,
    ...(tagName === undefined ? {} : { tagName, properties: { ...(properties as object) } }),
    ...(value === undefined ? {} : { value }),
    ...(children === undefined ? {} : { children: children.map(plain) }),
  };
}

test.each([
  "<!doctype html><title>t</title><p class='a b' id=i data-x-y=1 aria-label=l hidden>x<b>y</b></p>",
  "<table><tr><td colspan=2>a<td>b</table>text<p>c",
  "<p><b>a<i>b</b>c</i> <a href=1>d<a href=2>e",
  "<ul><li>a<li>b</ul><!-- c --><svg viewBox='0 0 1 1'><path d='M0'/></svg><math><mi>x</mi></math>",
  "<table>foster<tr><td>x</td></tr>ed</table>",
  "<body class=x><body id=y class=z><input type=checkbox checked disabled tabindex=3><label for=q>",
])("the tree is that of rehype-parse: %s", (html) => {
  expect(plain(parseHtml(html))).toEqual(plain(unified().use(rehypeParse).parse(html)));
});

test("attribute names and types are those of property-information", () => {
  for (const info of Object.values(schema.property)) {
    const { attribute: name, property } = info;
    // Event handlers and names with a colon (which HTML never has) keep their plain names.
    if (/^on[a-z]/.test(name) || name.includes(":")) continue;
    expect(propertyName(name)).toBe(property);
    expect(propertyName("data-some-thing")).toBe(find(schema, "data-some-thing").property);
    const value = toProperties([{ name, value: "7" }])[property];
    expect(typeof value, name).toBe(
      info.spaceSeparated || info.commaSeparated ? "object" : info.number ? "number" : "string",
    );
    const flag = toProperties([{ name, value: "" }])[property];
    if (info.boolean || info.overloadedBoolean) expect(flag, name).toBe(true);
  }
});

test("attributes are read alike from our nodes and from plain hast", () => {
  const [node] = parseHtml("<p class='a b' hidden data-src=x colspan=2>").children.flatMap((html) =>
    "children" in html ? html.children.flatMap((body) => ("children" in body ? body.children : [])) : [],
  );
  if (node?.type !== "element") throw new Error("no element");
  for (const name of ["class", "hidden", "data-src", "colspan", "id"]) {
    const before = attribute(node, name);
    expect(fromProperties(node.properties, name)).toBe(before);
    expect(attribute(node, name)).toBe(before);
  }
});

test("names of object members are no attributes", () => {
  expect(
    toProperties([
      { name: "__proto__", value: "x" },
      { name: "constructor", value: "y" },
    ]),
  ).toEqual({});
});

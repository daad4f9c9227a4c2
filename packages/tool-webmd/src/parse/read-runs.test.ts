import { parse } from "parse5";
import { expect, test } from "vitest";
import { hastAdapter } from "./adapter.js";
import { parseHtml } from "./parse-html.js";

const PIECES = [
  "<p>",
  "<b>",
  "</b>",
  "<table>",
  "<tr>",
  "<td>",
  "</td>",
  "</table>",
  " ",
  "\n",
  "\r",
  "\r\n",
  "x",
  "word one",
  "\0",
  "&amp;",
  "&",
  "&#10;",
  "😀",
  "\ud83d",
  '<div class="a b\r\n c&amp;d😀\0">',
  "<a title='x \n y & z'>",
  '<script>a < b && c -->"</script>',
  "<script><!-- a - b -->",
  "<!-- c\r\n d -->",
  "<style>x{}</style>",
  "<title>a &amp; b</title>",
  "<pre>\n\n x",
  "</pre>",
  "<select><option>o",
  "</select>",
  "<textarea>\n t",
  "</textarea>",
  "<svg><![CDATA[a b]]>",
  "</svg>",
  "<math>",
  "</math>",
  "<template>t",
  "</template>",
  "<head>",
  "</head>",
  "<body>",
  "</body>",
  "</html>",
  "<colgroup> x",
  "<caption>",
  "<ul><li>",
  "<i ",
  ">",
  "<",
  "</",
  "=",
  '"',
  "'",
  "<plaintext>",
];

const shape = (node: unknown) =>
  JSON.stringify(node, (_, value: { type?: string; tagName?: string } | null) =>
    value?.type === "element"
      ? { ...value, properties: (value as { properties: unknown }).properties }
      : value,
  );

// Framesets are left out: white space in them is the one thing that may differ, and nobody sees it.
test("random markup gives the tree that parse5 gives character by character", () => {
  let seed = 5;
  const below = (n: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (seed >> 8) % n;
  };
  for (let round = 0; round < 3000; round++) {
    const html = Array.from({ length: 1 + below(14) }, () => PIECES[below(PIECES.length)]).join("");
    expect(shape(parseHtml(html)), JSON.stringify(html)).toBe(
      shape(parse(html, { treeAdapter: hastAdapter })),
    );
  }
});

test("runs that cross the tokenizer's buffer limit stay whole", () => {
  const text = "word and & more\r\n".repeat(20_000);
  const html = `<p title="${text}">${text}<b>${text}</b>`;
  expect(shape(parseHtml(html))).toBe(shape(parse(html, { treeAdapter: hastAdapter })));
});

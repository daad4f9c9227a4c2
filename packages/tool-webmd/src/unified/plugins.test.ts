import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { expect, test } from "vitest";
import { convert } from "../convert/convert.js";
import { rehypeArticle, rehypeClean, rehypeHtml, rehypeMdast, remarkMarkdown } from "./index.js";

const HTML = "<nav>n</nav><h1 class=x>T</h1><p>a*b <b>c</b></p><table><tr><td>1</td></tr></table>";

test("all of them together are the converter", () => {
  const processor = unified().use(rehypeHtml).use(rehypeClean).use(rehypeMdast).use(remarkMarkdown);
  expect(String(processor.processSync(HTML))).toBe(convert(HTML));
});

test("each works between the plugins of the unified family", () => {
  const cleaned = unified()
    .use(rehypeParse)
    .use(rehypeClean)
    .use(rehypeRemark)
    .use(remarkGfm)
    .use(remarkStringify);
  expect(String(cleaned.processSync(HTML))).toBe("# T\n\na\\*b **c**\n\n|   |\n| - |\n| 1 |\n");
  const converted = unified()
    .use(rehypeParse)
    .use(rehypeMdast, { tables: "flatten" })
    .use(remarkGfm)
    .use(remarkStringify);
  expect(String(converted.processSync("<p>x</p><table><tr><td colspan=2>1"))).toBe(
    "x\n\n| 1 | 1 |\n| - | - |\n",
  );
  const written = unified().use(rehypeParse).use(rehypeRemark).use(remarkMarkdown);
  expect(String(written.processSync("<p>[x] - y</p><ul><li>z</li></ul>"))).toBe("\\[x\\] - y\n\n- z\n");
  const parsed = unified().use(rehypeHtml).use(rehypeRemark).use(remarkStringify);
  expect(String(parsed.processSync("<p>x <i>y</i></p>"))).toBe("x *y*\n");
});

test("cleaning of foreign trees knows classes, ids, roles and hidden, and strips attributes", () => {
  const html =
    '<div class="a sidebar">1</div><div id=nav>2</div><div role=search>3</div><div hidden>4</div><div aria-hidden=true>5</div><p title=t>6</p>';
  const tree = unified().use(rehypeParse, { fragment: true }).use(rehypeClean);
  expect(tree.runSync(tree.parse(html))).toMatchObject({
    children: [{ type: "element", tagName: "p", properties: {}, children: [{ type: "text", value: "6" }] }],
  });
});

test("depth is limited on the way, so that recursive plugins survive", () => {
  const processor = unified()
    .use(rehypeHtml)
    .use(rehypeClean, { maxDepth: 50 })
    .use(rehypeRemark)
    .use(remarkStringify);
  expect(String(processor.processSync("<div>".repeat(20_000) + "deep"))).toBe("deep\n");
});

test("rehypeArticle leaves the story", () => {
  const story = `<p>${"A sentence of the story, long enough to count. ".repeat(4)}</p>`.repeat(3);
  const html = `<ul><li><a href=x>link one</a><li><a href=y>link two</a></ul><div><div>${story}</div><div class=comments>${story}</div></div>`;
  const out = String(
    unified().use(rehypeHtml).use(rehypeArticle).use(rehypeMdast).use(remarkMarkdown).processSync(html),
  );
  expect(out.trim().split("\n\n")).toHaveLength(3);
  expect(out).not.toContain("link one");
});

import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { expect, test } from "vitest";
import { render } from "../fixtures/render.js";
import { convert } from "./convert.js";

const reference = unified().use(rehypeParse).use(rehypeRemark).use(remarkGfm).use(remarkStringify).freeze();

// Where the unified family is right, both must be read alike.
test.each([
  "<h1>Title</h1><p>Some <strong>bold</strong>, <em>stressed</em> and <code>code</code> text.</p>",
  "<p>A <a href='https://a.test/b'>link</a> and <img src='https://a.test/i.png' alt='an image'>.</p>",
  "<ul><li>a</li><li>d</li></ul><ol start='4'><li>x</li><li>y</li></ol>",
  "<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>",
  "<blockquote><p>q</p><ul><li>r</li></ul></blockquote><hr><p>end</p>",
  "<pre><code class='language-js'>const a = `x`;\n\nb();\n</code></pre>",
  "<table><thead><tr><th>A</th><th align='right'>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
  "<p>2 * 3 # 4 _x_ [y] `z` ~ &amp;amp; 1. &lt;b&gt;</p><p># no heading</p><p>- no list</p>",
  "<p>one<br>two</p>",
])("reads like rehype-remark where that is right: %s", (html) => {
  expect(render(convert(html))).toBe(render(String(reference.processSync(html))));
});

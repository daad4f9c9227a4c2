import { expect, test } from "vitest";
import { render } from "../fixtures/render.js";
import { convert } from "./convert.js";

const md = (html: string) => convert(html).trimEnd();

test.each([
  ["<h1>A</h1><h2>B</h2><h6>C</h6>", "# A\n\n## B\n\n###### C"],
  ["<h1>\n two\n lines</h1>", "# two lines"],
  ["<h2>About C#</h2><h3>x #</h3>", "## About C#\n\n### x \\#"],
  ["<h1></h1><h2> </h2><p>x</p>", "x"],
  ["<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"],
  ["<ul><li><hr></li></ul>", "- ***"],
  ["<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
  ["<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"],
  ["<div>intro<p>para</p>tail</div>", "intro\n\npara\n\ntail"],
  ["pre <x-card>head<p>body</p></x-card> tail", "pre\n\nhead\n\nbody\n\ntail"],
  ["<details><summary>More</summary><p>Body</p></details>", "More\n\nBody"],
  ["<dl><dt>T</dt><dd>D</dd></dl>", "T\n\nD"],
  ["<figure><img src=a.png alt=x><figcaption>Cap</figcaption></figure>", "![x](a.png)\n\nCap"],
  ["<p></p><div> </div><p>a</p><ul></ul><blockquote> </blockquote>", "a"],
  ["<!doctype html><p>a<p>b<div>c</p>d</div>", "a\n\nb\n\nc\n\nd"],
  ["<constructor>a</constructor><tostring>b</tostring>", "ab"],
])("blocks: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test("the output ends with exactly one line end, or is empty", () => {
  expect(convert("<p>a</p>\n\n\n")).toBe("a\n");
  expect(convert("<nav>n</nav><script>x</script>")).toBe("");
  expect(convert("")).toBe("");
});

test.each([
  ["<ul><li>a</li><li>b</li></ul>", "- a\n- b"],
  ['<ol start="9"><li>i</li><li>j</li></ol>', "9. i\n10. j"],
  ['<ol start="-2"><li>i</li></ol>', "1. i"],
  ['<ol start="1234567890"><li>i</li></ol>', "1. i"],
  ["<ul><li>a<ol><li>b<ul><li>c</li></ul></li></ol></li><li>d</li></ul>", "- a\n  1. b\n     - c\n- d"],
  ["<ul><li>a</li><li></li><li> </li><li>b</li></ul>", "- a\n- b"],
  ["<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"],
  ["<ul><ul><li>b</li></ul></ul>", "- b"],
  ["<ol><li><p>a</p><pre>x</pre></li><li><p>b</p></li></ol>", "1. a\n\n   ```\n   x\n   ```\n\n2. b"],
  ["<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n<!-- -->\n\n- b"],
  ["<li>a</li><li>b</li>", "- a\n- b"],
  ["<ul><li>a<ol start=3><li>b</li></ol></li></ul>", "- a\n\n  3. b"],
  ["<ul><li>1. x</li><li># y</li></ul>", "- 1\\. x\n- \\# y"],
])("lists: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test("checkboxes are dropped unless asked for", () => {
  const html =
    "<ul><li><input type=checkbox checked> a</li><li><label><input type=checkbox>b</label></li><li>c</li></ul>";
  expect(convert(html)).toBe("- a\n- b\n- c\n");
  expect(convert(html, { taskList: true })).toBe("- [x] a\n- [ ] b\n- c\n");
});

test.each([
  ['<pre><code class="hljs language-ts">let a\n</code></pre>', "```ts\nlet a\n```"],
  ['<pre class="lang-sh">ls</pre>', "```sh\nls\n```"],
  ['<div class="highlight highlight-source-shell"><pre>ls</pre></div>', "```shell\nls\n```"],
  ['<pre class="brush: js notranslate">a()</pre>', "```js\na()\n```"],
  ["<pre>```\nx\n````</pre>", "`````\n```\nx\n````\n`````"],
  ["<pre>a<br>b</pre>", "```\na\nb\n```"],
  ["<pre><code><div>a</div><div>  b</div></code></pre>", "```\na\n  b\n```"],
  ['<pre><span class="lineno">1 </span>a\n<span class="lineno">2 </span>b</pre>', "```\na\nb\n```"],
  ["<pre>\n\n  x\n\n</pre>", "```\n\n  x\n\n```"],
  ["<pre><code>\n</code></pre><p>x</p>", "x"],
  ["<pre>see <a href='/x'>x</a> <b>y</b></pre>", "```\nsee x y\n```"],
  ["<pre><code>x</code><button>Copy</button></pre>", "```\nx\n```"],
  ['<pre class="language-a`b">x</pre>', "~~~a`b\nx\n~~~"],
  ["<div>run <pre>x</pre> now</div>", "run\n\n```\nx\n```\n\nnow"],
])("code blocks: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test.each([
  ["<math><annotation encoding='application/x-tex'>x^2</annotation></math>", "$x^2$"],
  ["<math alttext='a_b'><mi>a</mi></math>", "$a_b$"],
  ["<math><mi>x</mi><mo>+</mo><mn>1</mn></math>", "x+1"],
])("formulas: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test("what readers of Markdown see is what the page says", () => {
  const html =
    "<p>1) one<br>a | b<br>--- | ---</p><p>&lt;div&gt; &amp;copy; ~~x~~ [^1]: n https://x.test/a_b</p>";
  expect(render(md(html))).toBe(
    "<p>1) one<br />\na | b<br />\n--- | ---</p>\n<p>&lt;div&gt; &amp;copy; ~~x~~ [^1]: n https://x.test/a_b</p>",
  );
});

import { expect, test } from "vitest";
import { render } from "../fixtures/render.js";
import { convert } from "./convert.js";

const md = (html: string) => convert(html, { baseUrl: "https://site.test/docs/page.html" }).trimEnd();

test.each([
  ['<a href="../up">u</a>', "[u](https://site.test/up)"],
  ['<a href="//cdn.test/f">c</a>', "[c](https://cdn.test/f)"],
  ['<a href="?a=1&amp;b=2">q</a>', "[q](https://site.test/docs/page.html?a=1&b=2)"],
  ['<a href="#part">p</a>', "[p](https://site.test/docs/page.html#part)"],
  ['<a href="mailto:me@site.test">m</a>', "[m](mailto:me@site.test)"],
  ['<a href="https://other.test">o</a>', "[o](https://other.test)"],
  ['<a href="/x" title="T" target="_blank">x</a>', "[x](https://site.test/x)"],
  ['<a href="/my file.pdf">f</a>', "[f](https://site.test/my%20file.pdf)"],
  ['<a href="/wiki/A_(b)">w</a>', "[w](https://site.test/wiki/A_(b))"],
  ['<a href="/a(b">w</a>', "[w](https://site.test/a%28b)"],
  ['<a href="http://[oops">w</a>', "[w](http://[oops)"],
  ['<a href="/x">[1] *</a>', "[\\[1\\] \\*](https://site.test/x)"],
  ['<a href="/x"><code>f()</code></a>', "[`f()`](https://site.test/x)"],
  ['<a href="/x"><img src="i.png" alt="I"></a>', "[![I](https://site.test/docs/i.png)](https://site.test/x)"],
  ["<a name='top'>Top</a> <a>x</a>", "Top x"],
  ["<a href='javascript:go()'>run</a> <a href=' JAVA\nscript:x'>it</a>", "run it"],
  ["<a href='data:text/html,x'>d</a>", "d"],
  ["<p>see <a href='/x'></a>.</p>", "see https://site.test/x."],
  ["<p>see <a href='/a_b'></a>.</p>", "see <https://site.test/a_b>."],
  ["<p>wow!<a href='/x'>x</a></p>", "wow\\![x](https://site.test/x)"],
  ["<a href='/x'> padded </a>text", "[padded](https://site.test/x) text"],
])("links: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test("icons that share the page and signs that link a heading to itself say nothing", () => {
  expect(md('<p>x <a href="https://twitter.com/intent/tweet?url=u"><i></i></a></p>')).toBe("x");
  expect(md('<h2 id="a">Usage <a class="headerlink" href="#a">¶</a></h2>')).toBe("## Usage");
  expect(md('<h2 id="a"><a class="anchor" href="#a"></a>Usage</h2>')).toBe("## Usage");
  expect(md('<p>Note<a href="#fn1">1</a></p>')).toBe("Note[1](https://site.test/docs/page.html#fn1)");
});

test.each([
  ['<img src="/i.png" alt="A [b]">', "![A \\[b\\]](https://site.test/i.png)"],
  ['<img src="/i.png">', "![](https://site.test/i.png)"],
  ['<img src="data:image/png;base64,AAAA" alt="Chart">', "Chart"],
  ['<p>a</p><img src="data:image/png;base64,AAAA"><p>b</p>', "a\n\nb"],
  ['<img src="data:image/gif;base64,R0" data-src="/real.jpg" alt="R">', "![R](https://site.test/real.jpg)"],
  ['<img srcset="/1x.jpg?a=1,2 1x, /2x.jpg 2x" alt="S">', "![S](https://site.test/1x.jpg?a=1,2)"],
  ['<p>x <img alt="A"> y</p>', "x A y"],
  ['<img src="/i.png" alt="two\n lines" title="t">', "![two lines](https://site.test/i.png)"],
])("images: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test("without a base, addresses stay relative; the page's base element counts when no base is given", () => {
  const link = '<a href="x y">t</a>';
  expect(convert(link)).toBe("[t](x%20y)\n");
  expect(convert(`<base href="/sub/">${link}`, { pageUrl: "https://site.test/a/b" })).toBe(
    "[t](https://site.test/sub/x%20y)\n",
  );
  expect(convert(`<base href="https://other.test/">${link}`)).toBe("[t](https://other.test/x%20y)\n");
  expect(convert(`<base href="http://[">${link}`, { pageUrl: "https://site.test/a/b" })).toBe(
    "[t](https://site.test/a/x%20y)\n",
  );
  expect(convert(`<base href="https://other.test/">${link}`, { baseUrl: "https://mine.test/" })).toBe(
    "[t](https://mine.test/x%20y)\n",
  );
});

test("a link in a table cell keeps the row whole", () => {
  const html = '<table><tr><th>h</th></tr><tr><td><a href="/a|b">x|y</a></td></tr></table>';
  expect(render(md(html))).toContain('<td><a href="https://site.test/a%7Cb">x|y</a></td>');
});

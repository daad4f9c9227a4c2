import { expect, test } from "vitest";
import { render } from "../fixtures/render.js";
import { convert } from "./convert.js";

const md = (html: string) => convert(html, { baseUrl: "https://site.test/docs/page.html" }).trimEnd();

test.each([
  ["<p>A <strong>b</strong> <b>c</b> <em>d</em> <i>e</i></p>", "A **b** **c** *d* *e*"],
  ["<p>go<strong> on</strong> and <em>on </em>again</p>", "go **on** and *on* again"],
  ["<p><b>up</b><b>date</b></p>", "**update**"],
  ["<p><b>one</b> <b>two</b></p>", "**one** **two**"],
  ["<p>x<b> </b>y<i></i>z</p>", "x yz"],
  ["<p><b>p <b>q</b> r</b></p>", "**p q r**"],
  ["<p><strong>p <b>q</b></strong></p>", "**p q**"],
  ["<p><u>u</u> <mark>m</mark> <span>s</span> <x-y>t</x-y></p>", "u m s t"],
  ["<p> many \n\t spaces   here </p>", "many spaces here"],
  ["<p>no&nbsp;break</p>", "no\u00A0break"],
  ["<p>a</p><p>&nbsp;</p><p>b</p>", "a\n\nb"],
  ["<p><b>&nbsp;a&nbsp;</b>b</p>", "\u00A0**a**\u00A0b"],
  ["<p>long<wbr>word</p>", "longword"],
  ["<ruby>本<rp>(</rp><rt>hon</rt><rp>)</rp></ruby>", "本(hon)"],
])("inline text: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test.each([
  ["<em><p>a</p><ul><li>b</li></ul></em>", "*a*\n\n- *b*"],
  ["<b>x<p>y</p>z</b>", "**x**\n\n**y**\n\n**z**"],
  [
    '<a href="/t"><h3>Head</h3><p>Text</p></a>',
    "### [Head](https://site.test/t)\n\n[Text](https://site.test/t)",
  ],
])("an inline element over blocks is written in each of them: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test.each([
  ["<p>one<br>two<br/>three</p>", "one\\\ntwo\\\nthree"],
  ["<p>one<br></p><p><br>two</p>", "one\n\ntwo"],
  ["<p>one<br><br>two</p>", "one\n\ntwo"],
  ["<p><b>one<br></b>two</p>", "**one**\\\ntwo"],
  ["<h2>one<br>two</h2>", "## one two"],
  ["<ul><li>one<br>two</li></ul>", "- one\\\n  two"],
  ["<p>one<br># two<br>- three</p>", "one\\\n\\# two\\\n\\- three"],
])("line breaks: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test.each([
  [
    "<p>run <code>npm</code>, <kbd>Ctrl</kbd>, <samp>ok</samp>, <tt>t</tt></p>",
    "run `npm`, `Ctrl`, `ok`, `t`",
  ],
  ["<p><code>a`b</code></p>", "``a`b``"],
  ["<p><code>`</code></p>", "`` ` ``"],
  ["<p><code><b>a</b>\n  *b*</code></p>", "`a *b*`"],
  ["<p>a<code> b </code>c<code></code></p>", "a `b` c"],
  ["<p><code>a</code><code>b</code></p>", "`a`<!-- -->`b`"],
])("code spans: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test.each([
  ["<p><strong>Hint:</strong>read <em>(it)</em>now</p>", "<strong>Hint:</strong>", "<em>(it)</em>"],
  ["<p>中文<strong>重点。</strong>继续</p>", "<strong>重点。</strong>", "中文"],
  ["<p><b>a<i>b</b>c</i> d</p>", "<strong>a<em>b</em></strong><em>c</em> d"],
  ["<p>x<em>y<em>z</em></em>w</p>", "<em>y<em>z</em></em>"],
  ["<p><em><em>a</em></em></p>", "<em>", "<em>a</em>"],
  ["<p><strong>a<em>b</em></strong><strong>c</strong></p>", "<strong>a<em>b</em>c</strong>"],
  ["<p>a<b><a href='/x'>l</a></b>b</p>", '<strong><a href="https://site.test/x">l</a></strong>'],
])("emphasis survives awkward neighbours: %s", (html, ...parts) => {
  const back = render(md(html)).replaceAll("<!-- -->", "");
  for (const part of parts) expect(back).toContain(part);
});

test.each([
  ["<p><em><em>&lt;x</em></em>a</p>", "<p><em>&lt;x</em>a</p>"],
  ["<p>a<em>x.<em>(b)</em></em></p>", "<p>a<em>x.(b)</em></p>"],
  ["<p><em>a.<em>.b.</em></em></p>", "<p><em>a..b.</em></p>"],
  ["<p><em>a&amp;<em>~b</em></em></p>", "<p><em>a&amp;~b</em></p>"],
  ["<p><strong>a.<strong>.b.</strong></strong></p>", "<p><strong>a..b.</strong></p>"],
  ["<p><em>a <em>b</em> c</em></p>", "<p><em>a <em>b</em> c</em></p>"],
  ["<p><em>.a <em>b</em> c <em>.d.</em></em></p>", "<p><em>.a <em>b</em> c <em>.d.</em></em></p>"],
])("emphasis in emphasis beside punctuation leaves no stars: %s", (html, expected) => {
  expect(render(md(html)).replaceAll("<!-- -->", "").trim()).toBe(expected);
});

test("deleted text is plain unless asked for", () => {
  const html = "<p><del>a</del> <s>b</s> <strike>c</strike></p>";
  expect(convert(html)).toBe("a b c\n");
  expect(convert(html, { strikethrough: true })).toBe("~~a~~ ~~b~~ ~~c~~\n");
});

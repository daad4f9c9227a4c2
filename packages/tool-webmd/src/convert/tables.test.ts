import { expect, test } from "vitest";
import { render } from "../fixtures/render.js";
import { convert } from "./convert.js";

const md = (html: string) => convert(html, { baseUrl: "https://site.test/" }).trimEnd();
const flat = (html: string) => convert(html, { tables: "flatten" }).trimEnd();

test.each([
  [
    "<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>",
    "| a | b |\n| --- | --- |\n| 1 | 2 |",
  ],
  [
    "<table><caption>Cap</caption><tr><th>a</th></tr><tr><td>1</td></tr></table>",
    "Cap\n\n| a |\n| --- |\n| 1 |",
  ],
  ["<table><tr><th>a</th></tr><tr><td>1</td><td>2</td></tr></table>", "| a |  |\n| --- | --- |\n| 1 | 2 |"],
  [
    "<table><tfoot><tr><td>f</td></tr></tfoot><thead><tr><th>h</th></tr></thead><tr><td>b</td></tr></table>",
    "| h |\n| --- |\n| b |\n| f |",
  ],
  [
    "<table><tr><th align=right>a</th><th style='text-align:center'>b</th></tr></table>",
    "| a | b |\n| --: | :-: |",
  ],
  ["<table><tr><td>a<br>b</td><td><p>c</p><p>d</p></td></tr></table>", "| a<br>b | c<br>d |\n| --- | --- |"],
  ["<table><tr><td><ul><li>a</li><li>b</li></ul></td></tr></table>", "| a<br>b |\n| --- |"],
  ["<table><tr><td><pre>a\nb</pre></td></tr></table>", "| `a`<br>`b` |\n| --- |"],
  ["<table><tr><th><h3>H</h3></th></tr><tr><td>- a</td></tr></table>", "| H |\n| --- |\n| - a |"],
  ["<table><tr><td></td></tr></table>", ""],
  ["<table role=presentation><tr><td><h1>T</h1><p>p</p></td></tr></table>", "# T\n\np"],
])("simple tables: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test("pipes in text, code and code with backslashes stay in their cell", () => {
  const html =
    "<table><tr><th>a|b</th></tr><tr><td><code>x|y</code></td></tr><tr><td><code>p\\|q</code></td></tr></table>";
  const back = render(md(html));
  expect(back).toContain("<th>a|b</th>");
  expect(back).toContain("<td><code>x|y</code></td>");
  expect(back).toContain("<td><code>p\\|q</code></td>");
});

test("spanning cells keep the table as HTML with nothing but what carries meaning", () => {
  const html =
    '<table class="t"><tr><th colspan="2" onclick="x()">A *b*</th></tr><tr><td><a href="/x" class="c">l</a></td><td><span>2</span></td></tr></table>';
  expect(md(html)).toBe(
    '<table>\n<tbody>\n<tr><th colspan="2">A *b*</th></tr>\n<tr><td><a href="https://site.test/x">l</a></td><td>2</td></tr>\n</tbody>\n</table>',
  );
});

test("no line of a raw table is empty, also with code in it and in a list", () => {
  const html =
    "<ul><li><table><tr><td rowspan=2><pre>a\n\n\nb</pre></td><td>c</td></tr><tr><td>d</td></tr></table></li></ul>";
  const text = md(html);
  expect(text.split("\n").every((line) => line.trim() !== "")).toBe(true);
  expect(render(text)).toContain("<td>d</td>");
  expect(render(text)).toContain("b</pre>");
});

test("a table in a cell keeps the outer one as HTML, or becomes lines of the cell", () => {
  const html = "<table><tr><td>a<table><tr><td>x</td><td>y</td></tr></table></td></tr></table>";
  expect(md(html)).toContain("<td>x</td>");
  expect(flat(html)).toBe("| a<br>x y |\n| --- |");
});

test.each([
  [
    "<table><tr><th>k</th><th>v</th></tr><tr><td rowspan=2>a</td><td>1</td></tr><tr><td>2</td></tr></table>",
    "| k | v |\n| --- | --- |\n| a | 1 |\n| a | 2 |",
  ],
  [
    "<table><tr><th colspan=2>H</th></tr><tr><td>1</td><td>2</td></tr></table>",
    "| H | H |\n| --- | --- |\n| 1 | 2 |",
  ],
  [
    "<table><tr><td rowspan=0>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
    "| a | b |\n| --- | --- |\n| a | c |",
  ],
  [
    "<table><tr><td>a</td><td rowspan=2>b</td></tr><tr><td>c</td></tr></table>",
    "| a | b |\n| --- | --- |\n| c | b |",
  ],
])("flattened tables copy a spanned cell: %s", (html, expected) => {
  expect(flat(html)).toBe(expected);
});

test("absurd spans stay small", () => {
  const cell = "<td colspan=99999999 rowspan=99999999>a</td>";
  expect(flat(`<table><tr>${cell}</tr><tr><td>b</td></tr></table>`).length).toBeLessThan(100_000);
  const html = `<table>${"<tr><td colspan=1000 rowspan=65534>a</td></tr>".repeat(500)}</table>`;
  expect(flat(html).length).toBeLessThan(20 * html.length);
});

const numbered = (numbers: string, code: string, more = "") =>
  `<div class="highlight-python"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>${numbers}</pre></div></td>
<td class="code"><div class="highlight"><pre><span></span>${code}</pre>${more}</div></td></tr></table></div>`;

test("code with its line numbers in a table is the code alone", () => {
  expect(md(numbered("<span>1</span>\n<span>2</span>", "a = 1\n<b>if</b> a: | b\n"))).toBe(
    "```\na = 1\nif a: | b\n```",
  );
  expect(flat(`<ul><li>x${numbered("9", "a")}</li></ul>`)).toBe("- x\n  ```\n  a\n  ```");
  expect(flat(`<table><tr><td>${numbered("1\n2", "a\nb")}</td></tr></table>`)).toBe(
    "| `a`<br>`b` |\n| --- |",
  );
});

test.each([
  numbered("1", "a", "<p>note</p>"),
  numbered("1", "a", "<pre>b</pre>"),
  numbered("one", "a"),
  numbered("1", "a").replace("</tr>", "</tr><tr><td>x</td><td>y</td></tr>"),
  numbered("1", "a").replace('class="code"', 'class="text"'),
])("tables that only resemble one stay tables", (html) => {
  expect(md(html)).toMatch(/^\| .* \|\n\| --- \| --- \|/);
});

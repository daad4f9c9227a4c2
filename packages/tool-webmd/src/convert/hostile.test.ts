import { expect, test } from "vitest";
import { convert } from "./convert.js";

const DEEP = 20_000;

// Each would overflow the stack, take minutes or blow up the output of converters that recurse or rescan.
test.each([
  ["nested div", "<div>".repeat(DEEP) + "x"],
  ["nested quotes", "<blockquote>".repeat(DEEP) + "x"],
  ["nested lists", "<ul><li>a".repeat(DEEP)],
  ["nested bold", `<p>${"<b>".repeat(DEEP)}x`],
  ["nested tables", "<table><tr><td>a".repeat(2000)],
  ["nested svg", `<p>x<svg>${"<g>".repeat(DEEP)}`],
  ["misnested marks", `<p>${"<b><i>t</b>u</i> ".repeat(4000)}`],
  ["unclosed links", '<a href="/x">t '.repeat(4000)],
  ["many paragraphs", "<p>word ".repeat(40_000)],
  ["many breaks", `<p>${"a<br>".repeat(20_000)}`],
  ["many marks in one paragraph", `<p>${"<b>b</b> <i>i</i> <code>c</code> ".repeat(7000)}`],
  ["marks that run together", `<p>${"a<b>(b)</b>c<i>d</i>".repeat(3000)}`],
  ["stars", `<p>${"*".repeat(300_000)}`],
  ["backticks", `<p>${"`".repeat(100_000)}</p><code>${"`".repeat(100_000)}</code>`],
  ["brackets", `<p>${"_[a](b)<".repeat(20_000)}`],
  ["white space", `<p>a${" ".repeat(1_000_000)}b`],
  ["no-break spaces", `<p>a${"\u00A0".repeat(200_000)}b`],
  ["at signs", `<p>${"a@b.".repeat(50_000)}`],
  ["attributes", `<p ${Array.from({ length: 20_000 }, (_, i) => `a${i}=1`).join(" ")}>t`],
  ["body tags", '<body a="1">'.repeat(5000) + "x"],
  ["unclosed comment", `<p>a</p><!--${"- ".repeat(500_000)}`],
  ["less-than signs", "<".repeat(200_000)],
  ["wide table", `<table>${`<tr>${"<td>c</td>".repeat(100)}</tr>`.repeat(100)}</table>`],
])("a page of %s is converted", (_, html) => {
  const out = convert(html);
  expect(out.length).toBeLessThan(20 * html.length + 100);
});

test("text below the depth limit survives, in order", () => {
  const html = "<div>".repeat(500) + "<p>one</p><ul><li>two <b>bold</b></li></ul>three";
  expect(convert(html)).toBe("one\n\ntwo bold\n\nthree\n");
});

import { expect, test } from "vitest";
import { convert } from "../convert/convert.js";
import { REMOVED_TAGS, REMOVED_WORDS } from "./table.js";

const md = (html: string) => convert(html).trimEnd();
const VOID = new Set(["meta", "link", "base", "embed"]);

test.each([...REMOVED_TAGS].filter((tag) => !VOID.has(tag)))("%s is removed with what is in it", (tag) => {
  expect(md(`<div>a<${tag}>gone</${tag}></div>`)).toBe("a");
});

test.each(["noembed", "noframes", "iframe"])("the markup in %s is not shown, also uncleaned", (tag) => {
  const html = `<p>a<${tag}><p>gone <b>x</b></p></${tag}></p>`;
  expect(md(html)).toBe("a");
  expect(convert(html, { clean: false })).toBe("a\n");
  expect(md(`<table><tr><td colspan=2>a<${tag}><b>gone</b></${tag}></td></tr></table>`)).not.toContain(
    "gone",
  );
});

test.each(["navigation", "Banner", "complementary", "search", "contentinfo", "dialog"])(
  "role %s is removed",
  (role) => {
    expect(md(`<div role="${role}">gone</div>a`)).toBe("a");
  },
);

test.each([...REMOVED_WORDS])("class and id %s are removed", (word) => {
  expect(md(`<div class="x ${word.toUpperCase()}">gone</div><div id="${word}">gone</div>a`)).toBe("a");
});

test.each([
  ["<div hidden>x</div>a", "a"],
  ["<div aria-hidden='true'>x</div>a", "a"],
  ["<div aria-hidden='false'>x</div>", "x"],
  ["<span class='sr-only'>x</span><i class='visually-hidden'>y</i><b class='screen-reader-text'>z</b>a", "a"],
  ["<input value=v><input type=submit value=w>a", "a"],
  ["<footer>site</footer>a", "a"],
  ["<article>a<footer>by me</footer></article>", "a\n\nby me"],
  ["<main><div>a<footer>by me</footer></div></main>", "a\n\nby me"],
  ["<header>h</header>a", "h\n\na"],
  ["<!-- c -->a", "a"],
])("removal: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test.each([
  ["<div class='shadow loaded gradient download'>a</div>", "a"],
  ["<div class='l-sidebar-fixed content-with-sidebar'>a</div>", "a"],
  ["<div id='header-badge'>a</div>", "a"],
  ["<div class='sidebar'><h1>T</h1><div class='share'>gone</div></div>", "# T"],
  ["<div class='nav'><div><main>m</main></div></div>", "m"],
  ["<article class='promo'>a</article><h1 class='menu'>T</h1><main class='modal'>m</main>", "a\n\n# T\n\nm"],
  ["<body class='modal'>a", "a"],
])("names that only look like boilerplate, and what holds the text, stay: %s", (html, expected) => {
  expect(md(html)).toBe(expected);
});

test("thousands of nested removable containers with one heading are decided quickly", () => {
  const html = '<div class="nav">'.repeat(150) + "<p>x</p>".repeat(20_000) + "<h1>T</h1>";
  expect(md(html)).toMatch(/# T$/);
});

import { parseFragment } from "parse5";
import { expect, test } from "vitest";
import { render } from "../fixtures/render.js";
import { convert } from "./convert.js";

// Random inline content, converted, rendered again and compared: emphasis, tildes, code, links and awkward characters.
const PIECES =
  "a b x1 foo _ * ` ~ ~~ ! [ ] ( ) < > & &amp # 1. - + = | \\ : \" . , 世 。 “ é 😀 https://a.bc $ / ' ^".split(
    " ",
  );

function generator(seed: number, struck = "del", nests: readonly string[] = []) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(random() * n);
  const word = () =>
    Array.from({ length: 1 + below(3) }, () => PIECES[below(PIECES.length)] as string).join("");
  const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const inline = (depth: number, outer: readonly string[]): string => {
    let html = "";
    let before = "";
    for (let left = 1 + below(4); left > 0; left--) {
      if (html !== "" && random() < 0.4) html += " ";
      const tag = ["strong", "em", struck, "a", "code", "text", "text"][below(7)] as string;
      if (tag === "code") html += `<code>${escape(word())}</code>`;
      else if (
        tag === "text" ||
        depth === 0 ||
        (outer.includes(tag) && !nests.includes(tag)) ||
        before === tag
      )
        html += escape(word());
      else {
        const inner = inline(depth - 1, [...outer, tag]);
        html += tag === "a" ? `<a href="/u">${inner}</a>` : `<${tag}>${inner}</${tag}>`;
      }
      before = tag;
    }
    return html;
  };
  return () => `<p>${inline(3, [])}</p>`;
}

interface Node {
  readonly nodeName: string;
  readonly value?: string;
  readonly childNodes?: readonly Node[];
}

// `strong` that holds nothing but `em` is written the other way round: both orders mean the same.
function shape(html: string): string {
  const walk = (node: Node): string => {
    if (node.nodeName === "#text") return (node.value ?? "").replace(/\s+/g, " ");
    if (node.nodeName === "#comment") return "";
    return `<${node.nodeName}>${(node.childNodes ?? []).map(walk).join("")}</${node.nodeName}>`;
  };
  const text = walk(parseFragment(html.trim()) as Node);
  return text.replace(
    /<strong><em>((?:(?!<\/?(?:strong|em)>).)*)<\/em><\/strong>/g,
    "<em><strong>$1</strong></em>",
  );
}

test("random inline content means the same after conversion", () => {
  const next = generator(20_251);
  for (let round = 0; round < 1500; round++) {
    const html = next();
    const markdown = convert(html, { strikethrough: true });
    expect(shape(render(markdown)), `${html}\n${markdown}`).toBe(shape(html));
  }
});

// Emphasis in emphasis may be left out, its text and the emphasis around it may not.
function flat(html: string): string {
  const open = { em: 0, strong: 0 };
  return html.replace(/<(\/?)(em|strong)>/g, (tag, end: string, name: "em" | "strong") => {
    if (end !== "") return --open[name] > 0 ? "" : tag;
    return open[name]++ > 0 ? "" : tag;
  });
}

test("random emphasis in emphasis beside punctuation leaves no stars in the text", () => {
  const next = generator(77, "em", ["em", "strong"]);
  let nested = 0;
  for (let round = 0; round < 1500; round++) {
    const html = next();
    if (flat(html) !== html) nested++;
    const markdown = convert(html);
    expect(levels(render(markdown)), `${html}\n${markdown}`).toBe(levels(html));
  }
  expect(nested).toBeGreaterThan(100);
});

function levels(html: string): string {
  return shape(flat(html.replaceAll("<!-- -->", "")));
}

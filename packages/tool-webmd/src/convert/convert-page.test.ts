import { expect, test } from "vitest";
import { convert, convertPage } from "./convert.js";

test("convertPage gives title, base and links as well", () => {
  const html =
    "<title> My\n page </title><base href='/b/'><nav><a href='n'>n</a></nav><p><a href='x'><b>X</b> <img src=i alt=I></a></p>";
  expect(convertPage(html, { pageUrl: "https://site.test/a/" })).toEqual({
    markdown: "[**X** ![I](https://site.test/b/i)](https://site.test/b/x)\n",
    title: "My page",
    baseUrl: "https://site.test/b/",
    links: [{ url: "https://site.test/b/x", text: "X I" }],
  });
  expect(convertPage("<p>x")).toEqual({ markdown: "x\n", title: undefined, baseUrl: undefined, links: [] });
});

test("bytes are decoded as the page says", () => {
  expect(convert(Uint8Array.from([0x3c, 0x70, 0x3e, 0x93, 0x61, 0x94, 0x80]))).toBe("“a”€\n");
  expect(convert(Buffer.from("<meta charset=latin2><p>\xb1", "latin1"))).toBe("ą\n");
  expect(convert(Buffer.from("<p>żółw"))).toBe("żółw\n");
});

test("handlers of the caller take the place of ours", () => {
  const html = '<p>See <x-note data-kind="tip">this</x-note> and <b>that</b>.</p><x-box><p>in</p></x-box>';
  const out = convert(html, {
    handlers: {
      "x-note": (node, writer) => {
        writer.text(`(${String(node.properties["dataKind"])}: `);
        writer.children(node);
        writer.text(")");
      },
      "x-box": (node, writer) => {
        const children = writer.collect(() => writer.children(node));
        writer.block({ type: "blockquote", children });
      },
      b: (node, writer) => writer.children(node),
    },
  });
  expect(out).toBe("See (tip: this) and that.\n\n> in\n");
});

test("clean: false keeps boilerplate, but nothing that is never shown", () => {
  const html =
    "<head><title>t</title></head><nav>n</nav><script>s</script><style>c</style><footer>f</footer><p>x</p>";
  expect(convert(html, { clean: false })).toBe("n\n\nf\n\nx\n");
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve, type Site } from "../fixtures/serve.js";
import { main } from "./main.js";

let site: Site;
let folder: string;
beforeAll(async () => {
  site = await serve({ "/dir/page": "<nav>n</nav><p><a href=x>x</a>" });
  folder = mkdtempSync(join(tmpdir(), "webmd-"));
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function* input(text: string | Uint8Array) {
  yield text;
}
const run = (args: string[], text: string | Uint8Array = "") => main(args, input(text));

test("standard input in, Markdown out, with options as flags", async () => {
  const html = "<nav>n</nav><p><s>a</s> <a href=b>b</a><ul><li><input type=checkbox>c</ul>";
  expect(await run([], html)).toEqual({ code: 0, out: "a [b](b)\n\n- c\n", err: "" });
  expect(
    (await run(["-", "--strikethrough", "--task-list", "--no-clean", "--base-url", "https://s.test/"], html))
      .out,
  ).toBe("n\n\n~~a~~ [b](https://s.test/b)\n\n- [ ] c\n");
  expect((await run(["--tables", "flatten"], "<table><tr><td colspan=2>a")).out).toBe(
    "| a | a |\n| --- | --- |\n",
  );
  expect((await run([], Buffer.from("<p>\x93a\x94", "latin1"))).out).toBe("“a”\n");
});

test("files and addresses", async () => {
  const file = join(folder, "a.html");
  writeFileSync(file, "<h1>F</h1>");
  expect((await run([file])).out).toBe("# F\n");
  expect((await run([`${site.origin}/dir/page`])).out).toBe(`[x](${site.origin}/dir/x)\n`);
});

test("the article alone", async () => {
  const story =
    "<p>A long paragraph of a story, with commas, that goes on and on until it counts as text.</p>".repeat(5);
  const html = `<div class="related"><p>${"Other news, ".repeat(20)}</p></div><div id=story>${story}</div>`;
  expect((await run([], html)).out).toContain("Other news");
  expect((await run(["--article"], html)).out).not.toContain("Other news");
});

test("output is written to a file, folders included", async () => {
  const file = join(folder, "out/b.md");
  expect(await run(["-o", file], "<p>x")).toEqual({ code: 0, out: "", err: "" });
  expect(readFileSync(file, "utf8")).toBe("x\n");
  expect(await run(["-o", join(file, "c.md")], "<p>x")).toMatchObject({ code: 1, out: "" });
  expect(existsSync(join(file, "c.md"))).toBe(false);
});

test("exit codes are the classes of failures", async () => {
  expect(await run([join(folder, "none.html")])).toMatchObject({
    code: 2,
    err: expect.stringContaining("does not exist"),
  });
  expect(await run([`${site.origin}/none`])).toMatchObject({ code: 2, err: "webmd: HTTP 404 Not Found\n" });
  expect(await run([`${site.origin}/dir/page`, "--block-private"])).toMatchObject({ code: 2 });
  expect(await run([], Buffer.alloc(6 * 1024 * 1024))).toMatchObject({ code: 1 });
  expect(await run([], Buffer.from([0xff, 0xfe, 0x61]))).toMatchObject({ code: 1 });
  expect(await run(["--tables", "x"])).toMatchObject({ code: 3 });
  expect(await run(["--base-url", "x"])).toMatchObject({ code: 3 });
  expect(await run(["a", "b"])).toMatchObject({ code: 3 });
  expect(await run(["--nonsense"])).toMatchObject({ code: 3 });
  expect(await run(["ftp://s.test/x"])).toEqual({
    code: 3,
    out: "",
    err: "webmd: only http and https are supported, not ftp\n",
  });
  expect(await run(["https://me:pw@s.test/"])).toMatchObject({ code: 3 });
});

test.each([
  [Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), "image/png"],
  [Buffer.from("%PDF-1.7\n%x"), "application/pdf"],
  [Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]), "application/octet-stream"],
  [Buffer.from("some \x01\x02 bytes\0\0"), "application/octet-stream"],
])("bytes that are no page are refused, from a file and from standard input", async (bytes, type) => {
  const file = join(folder, "binary");
  writeFileSync(file, bytes);
  const refused = { code: 1, out: "", err: `webmd: not an HTML page but ${type}\n` };
  expect(await run([file])).toEqual(refused);
  expect(await run([], bytes)).toEqual(refused);
});

test("text that only looks odd is still read", async () => {
  expect((await run([], Buffer.from("\uFEFF<p>é", "utf16le"))).out).toBe("é\n");
  expect((await run([], "plain é \x1b[1m")).code).toBe(0);
  expect((await run([], "<p>a\0b")).out).toBe("ab\n");
});

test("a page without content, help and version", async () => {
  expect(await run([], "<nav>n</nav>")).toEqual({ code: 0, out: "", err: "webmd: - has no text content\n" });
  expect((await run(["-h"])).out).toMatch(/^Usage: webmd/);
  expect((await run(["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

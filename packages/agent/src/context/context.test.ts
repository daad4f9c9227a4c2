import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace } from "@mm-agent/core";
import { tempFolder } from "@mm-agent/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { expandMentions } from "./expand-mentions.js";
import { fillTemplate } from "./fill-template.js";
import { checkImage } from "./image.js";
import { loadCommands } from "./load-commands.js";
import { loadInstructions } from "./load-instructions.js";

let root: string;
let home: string;
beforeEach(() => {
  root = tempFolder();
  home = tempFolder();
});
const put = (name: string, content: string | Uint8Array, folder = root): string => {
  const file = join(folder, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, content);
  return file;
};
const git = (): void => void put(".git/HEAD", "ref: refs/heads/main\n");
const load = (cwd = root, instructions: readonly string[] | false = []) =>
  loadInstructions({ cwd, env: { HOME: home, XDG_CONFIG_HOME: join(home, "config") }, instructions });

describe("instructions", () => {
  it("come from the person, then from the top of the work tree down, then from the configuration", () => {
    git();
    const own = put("config/mm/AGENTS.md", "mine", home);
    const top = put("AGENTS.md", "top");
    const claude = put("CLAUDE.md", "claude");
    const deep = put("a/b/AGENTS.md", "deep");
    put("other/AGENTS.md", "not on the way");
    const more = put("docs/style.md", "style");
    expect(load(join(root, "a", "b"), [more]).files).toEqual([own, top, claude, deep, more]);
    expect(load(join(root, "a", "b"), [more]).sections[1]).toBe(`# Instructions from ${top}\n\ntop`);
  });
  it("outside of a work tree come from the folder itself only", () => {
    put("AGENTS.md", "above");
    const here = put("x/AGENTS.md", "here");
    expect(load(join(root, "x")).files).toEqual([here]);
  });
  it("count once: a link, the same content, a link that git checked out as a text (24)", () => {
    git();
    const agents = put("AGENTS.md", "the same");
    symlinkSync("AGENTS.md", join(root, "CLAUDE.md"));
    expect(load().files).toEqual([agents]);
    put("sub/AGENTS.md", "the same\n");
    put("sub/CLAUDE.md", "AGENTS.md");
    expect(load(join(root, "sub")).files).toEqual([agents]);
    put("win/CLAUDE.md", "AGENTS.md");
    const win = put("win/AGENTS.md", "windows");
    expect(load(join(root, "win")).files).toEqual([agents, win]);
  });
  it("are cut at a limit with a notice, and can be switched off", () => {
    git();
    const big = put("AGENTS.md", "x".repeat(40_000));
    const loaded = load();
    expect(loaded.notices).toEqual([
      `instructions: ${big} has 40000 characters and only the first 32000 count (at most 32000 of one file, 64000 of all)`,
    ]);
    expect(loaded.sections[0]?.length).toBeLessThan(32_200);
    expect(load(root, false)).toEqual({ sections: [], files: [], notices: [] });
    expect(load(root, ["/missing.md"]).notices.at(-1)).toBe(
      "instructions: /missing.md cannot be read (ENOENT); it does not count",
    );
  });
});

describe("mentions", () => {
  const expand = (text: string, images: boolean | "unknown" = "unknown") =>
    expandMentions(text, { workspace: createWorkspace({ root }), maxChars: 1000, images });
  it("attach files, parts of files and folders, each once", async () => {
    put("src/a.ts", "one\ntwo\nthree\nfour\n");
    put("with blank.md", "text");
    const { blocks, notices } = await expand(
      'look at @src/a.ts:2-3, @"with blank.md", @src and (@src/a.ts:2-3).',
    );
    expect(notices).toEqual([]);
    expect(blocks.slice(1)).toEqual([
      { type: "text", text: "[Attached by the person: src/a.ts (lines 2-3)]\ntwo\nthree\n[End of src/a.ts]" },
      {
        type: "text",
        text: "[Attached by the person: with blank.md (whole file)]\ntext\n[End of with blank.md]",
      },
      { type: "text", text: "[Attached by the person: src (folder)]\na.ts\n[End of src]" },
    ]);
    expect(blocks[0]).toEqual({
      type: "text",
      text: 'look at @src/a.ts:2-3, @"with blank.md", @src and (@src/a.ts:2-3).',
    });
  });
  it("leave addresses and other words alone, and say what a sure one lacks", async () => {
    expect(await expand("mail me@example.com about @types/node and @someone.")).toMatchObject({
      blocks: [{ type: "text" }],
      notices: [],
    });
    put("short.txt", "one\n");
    expect((await expand('@"no such" @gone.ts:1-5 @short.txt:7')).notices).toEqual([
      "@no such is not attached: there is no such file",
      "@gone.ts is not attached: there is no such file",
      "@short.txt is not attached: it has only 1 lines",
    ]);
    put("binary", new Uint8Array([1, 0, 2, 255]));
    expect((await expand("@binary")).notices[0]).toContain("@binary is not attached:");
    put("long.txt", "y".repeat(5000));
    expect((await expand("@long.txt")).blocks[1]).toMatchObject({
      text: expect.stringContaining("characters left out") as string,
    });
  });
  it("attach images that servers take, and refuse the others at the door (58)", async () => {
    const png = Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      Buffer.from([0, 0, 0, 13]),
      Buffer.from("IHDR"),
      Buffer.from([0, 0, 0, 2, 0, 0, 0, 3]),
    ]);
    put("ok.png", png);
    expect((await expand("@ok.png")).blocks[1]).toEqual({
      type: "image",
      mimeType: "image/png",
      data: png.toString("base64"),
    });
    expect((await expand("@ok.png", false)).notices).toEqual([
      "@ok.png is not attached: the model takes no images",
    ]);
    const wide = Buffer.from(png);
    wide.writeUInt32BE(9000, 16);
    put("wide.png", wide);
    put("empty.png", "");
    put("page.png", "<!doctype html><p>not found");
    put("a.avif", Buffer.from("\0\0\0\x1cftypavif\0\0\0\0", "latin1"));
    put("b.bmp", Buffer.concat([Buffer.from("BM"), Buffer.alloc(60)]));
    expect((await expand("@wide.png @empty.png @page.png @a.avif @b.bmp")).notices).toEqual([
      "@wide.png is not attached: the image is 9000x3 pixels; at most 8000 on a side can be sent",
      "@empty.png is not attached: the image is empty",
      "@page.png is not attached: this is text (HTML, SVG or XML), no image; PNG, JPEG, GIF and WebP can be attached",
      "@a.avif is not attached: this is an AVIF image; PNG, JPEG, GIF and WebP can be attached",
      "@b.bmp is not attached: this is a BMP image; PNG, JPEG, GIF and WebP can be attached",
    ]);
    expect(checkImage(Buffer.from("GIF89a\x05\x00\x06\x00\x00", "latin1"))).toEqual({
      ok: true,
      mimeType: "image/gif",
      width: 5,
      height: 6,
    });
    const jpeg = Buffer.from([
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 7, 0, 9, 1, 1, 0x11, 0,
    ]);
    expect(checkImage(jpeg)).toEqual({ ok: true, mimeType: "image/jpeg", width: 9, height: 7 });
    expect(checkImage(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toEqual({
      ok: false,
      text: "the image is damaged: its size cannot be read",
    });
  });
});

describe("commands from Markdown files", () => {
  it("fill in their arguments", () => {
    expect(fillTemplate("Fix $1 in $2: $ARGUMENTS. Cost $$5", 'bug "my file.ts"')).toBe(
      'Fix bug in my file.ts: bug "my file.ts". Cost $5',
    );
    expect(fillTemplate("Review.", "the diff")).toBe("Review.\n\nthe diff");
    expect(fillTemplate("Review $1.", "")).toBe("Review .");
  });
  it("are read leniently, the later folder winning, and what is skipped is named (21)", async () => {
    put("one/review.md", "---\ndescription: Rule: do x\nargument-hint: [a]\n---\nReview $1 now\n");
    put("one/plain.md", "# Make a plan\nthen stop\n");
    put("one/help.md", "mine");
    put("one/bad name.md", "x");
    put("two/plain.md", "Another plan");
    const { commands, notices } = loadCommands(
      [join(root, "one"), join(root, "two"), join(root, "none")],
      new Set(["help"]),
    );
    expect(commands.map(({ name, description, hint }) => [name, description, hint])).toEqual([
      ["plain", "Another plan", undefined],
      ["review", "Rule: do x", "[a]"],
    ]);
    expect(await commands[1]?.run("a.ts", undefined as never)).toEqual({ prompt: "Review a.ts now" });
    expect(notices).toEqual([
      `command ${join(root, "one", "bad name.md")} is skipped: a name is letters, digits, - and _`,
      `command ${join(root, "one", "help.md")} is skipped: /help is a command of mm or of a plugin`,
    ]);
  });
});

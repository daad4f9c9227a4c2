import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bench, engines, folder, type Bench } from "../fixtures/bench.js";

const UTF16 = Buffer.concat([
  Buffer.from([0xff, 0xfe]),
  Buffer.from("first\r\nsecond needle ü\r\n", "utf16le"),
]);

/** Everything that could make engines differ. */
function corpus(): string {
  const top = folder({
    ".gitignore": "*.log\n!keep.log\n/out\nnested/deep/\n",
    ".ignore": "private.txt\n",
    ".git/config": "needle in .git\n",
    ".git/info/exclude": "excluded.txt\n",
    ".hidden/x.txt": "needle hidden\n",
    "a.log": "needle ignored\n",
    "keep.log": "needle kept\n",
    "out/x.txt": "needle ignored\n",
    "private.txt": "needle ignored\n",
    "excluded.txt": "needle ignored\n",
    "nested/.gitignore": "*.tmp\n!a.log\n",
    "nested/a.log": "needle again\n",
    "nested/b.tmp": "needle ignored\n",
    "nested/deep/c.txt": "needle ignored\n",
    "web/{a,b}.ts": "needle braces\n",
    "crlf.txt": "one needle\r\ntwo\r\nneedle\r\n\r\nend  \r\n",
    "lone-cr.txt": "a\rneedle\rb\nfoo needle\n",
    "no-newline.txt": "x\nneedle at the end",
    "empty.txt": "",
    "only-newlines.txt": "\n\n\n",
    "bom.txt": "\uFEFFneedle after a mark\n",
    "utf16.txt": UTF16,
    "late-binary.dat": Buffer.concat([
      Buffer.from("needle\n".repeat(20_000)),
      Buffer.from([0]),
      Buffer.from("needle\n"),
    ]),
    "early-binary.dat": Buffer.from("a\0needle\n"),
    "long.txt": `${"x y ".repeat(250_000)}needle${"y".repeat(1000)}\nshort needle\n`,
    "unicode.txt": "naïve needle-ß\nÄRGER\närger\nкошка needle\n日本 needle\nline\u2028sep needle\n",
    "words.txt": "needle\nneedles\nmy_needle\nneedle2\n(needle)\nNeedle\nNEEDLE\n",
    "code.ts":
      'function foo() {\n  if (a[0] === "b") { return foo(1); }\n}\nconst re = /a{2,3}/;\n-e needle\n--flag\n$x = 5\na.b*c\n\ttab\n',
    "odd:12:name.txt": "needle colon\n",
    "new\nline.txt": "needle newline\n",
    "-dash.txt": "needle dash\n",
    " space .txt": "needle space\n",
    "sub/a.txt": "needle 1\n",
    "sub-b.txt": "needle 2\n",
    "sub.txt": "needle 3\n",
  });
  symlinkSync("words.txt", join(top, "link.txt"));
  symlinkSync(".", join(top, "loop"));
  execFileSync("mkfifo", [join(top, "pipe.txt")]);
  return top;
}

/** The same text from every engine that is here. */
async function same(at: Bench, input: Record<string, unknown>): Promise<string> {
  const here = (await engines()).filter(({ absent }) => !absent);
  const answers = await Promise.all(
    here.map(async ({ name }) => {
      const { text, data } = await at.grep(input, name);
      expect(data?.engine, text).toBe(name);
      return text.replace(/\d+ files? searched/, "N files searched");
    }),
  );
  for (const text of answers) expect(text, JSON.stringify(input)).toBe(answers[0]);
  return answers[0] ?? "";
}

for (const { name, absent } of await engines()) {
  it.skipIf(absent)(
    `${name} finds the lines and nothing that is ignored${absent ? ` (${absent})` : ""}`,
    async () => {
      const at = bench(corpus());
      const { text, data } = await at.grep({ pattern: "needle" }, name);
      const lines = text
        .split("\n")
        .map((line) => (line.length > 100 ? `${line.slice(0, 20)}(${line.length})` : line));
      expect(lines).toMatchInlineSnapshot(`
        [
          " space .txt:1:needle space",
          "-dash.txt:1:needle dash",
          ".hidden/x.txt:1:needle hidden",
          "bom.txt:1:needle after a mark",
          "code.ts:5:-e needle",
          "crlf.txt:1:one needle",
          "crlf.txt:3:needle",
          "keep.log:1:needle kept",
          "lone-cr.txt:1:a
        needle
        b",
          "lone-cr.txt:2:foo needle",
          "long.txt:1:…x y x y (511)",
          "long.txt:2:short needle",
          "nested/a.log:1:needle again",
          ""new\\nline.txt":1:needle newline",
          "no-newline.txt:2:needle at the end",
          ""odd:12:name.txt":1:needle colon",
          "sub-b.txt:1:needle 2",
          "sub.txt:1:needle 3",
          "sub/a.txt:1:needle 1",
          "unicode.txt:1:naïve needle-ß",
          "unicode.txt:4:кошка needle",
          "unicode.txt:5:日本 needle",
          "unicode.txt:6:line sep needle",
          "utf16.txt:2:second needle ü",
          "web/{a,b}.ts:1:needle braces",
          "words.txt:1:needle",
          "words.txt:2:needles",
          "words.txt:3:my_needle",
          "words.txt:4:needle2",
          "words.txt:5:(needle)",
        ]
      `);
      expect(data?.engine).toBe(name);
    },
  );
}

/** Starting engines takes its time on a busy machine. */
const SLOW = 180_000;

describe("all engines give the same lines in the same order", { timeout: SLOW }, () => {
  it("for the common syntax", async () => {
    // Every file a few lines: what is compared here is the syntax, several patterns at a time.
    const at = bench(corpus());
    const patterns = [
      String.raw`needle$`,
      String.raw`^needle$`,
      String.raw`^$`,
      String.raw`\s$`,
      String.raw`\bneedle\b`,
      String.raw`\Bneedle`,
      String.raw`\w+ needle`,
      String.raw`[^a-z]needle`,
      String.raw`.needle.`,
      String.raw`n(e)+dle`,
      String.raw`(?:my_|the )needle`,
      String.raw`needle|foo`,
      String.raw`ne{2}dles?`,
      String.raw`a{2,3}`,
      String.raw`\d+`,
      String.raw`[[:upper:]]+`,
      String.raw`[\w-]+ß`,
      String.raw`\p{Cyrillic}+`,
      String.raw`\P{L}needle`,
      String.raw`[^\W]needle`,
      String.raw`\u{6e}eedle`,
      String.raw`(?i)needle`,
      String.raw`x*`,
      String.raw`a\.b\*c`,
      String.raw`foo\(\)`,
      String.raw`[\t ]tab`,
      String.raw`n.*?e`,
      String.raw`n[^\n]+`,
      String.raw`\S+ needle`,
      String.raw`[\s\S]needle`,
      String.raw`(?P<word>needle) (?<rest>.*)`,
      String.raw`-e`,
      String.raw`\Qa.b*c\E`,
      String.raw`\Aneedle\z`,
      String.raw`日本|ï`,
      String.raw`\bï`,
      String.raw`end\s+$`,
      String.raw`a\rneedle`,
    ];
    for (const pattern of patterns) await same(at, { pattern });
  });

  it("without letter case, as literal text, with context, in every mode", async () => {
    const at = bench(corpus());
    for (const pattern of ["NEEDLE", "ärger", "ÄRGER", "straße", "n[E]edle", "КОШКА"])
      await same(at, { pattern, ignoreCase: true });
    for (const pattern of ["foo()", "a.b*c", "-e needle", "\\"]) await same(at, { pattern, literal: true });
    for (const context of [1, 10]) await same(at, { pattern: "needle", context });
    for (const mode of ["files", "count"]) await same(at, { pattern: "needle", mode });
    for (const limit of [1, 7]) for (const offset of [0, 30]) await same(at, { pattern: "e", limit, offset });
  });

  it("with include, in a folder, in a file", async () => {
    const at = bench(corpus());
    const includes = [
      "*.ts",
      "*.{ts,log}",
      "sub*",
      "nested/**",
      "**/*.log",
      "sub/",
      "!*.txt",
      "*.txt,!sub*",
      "web/*",
      "[a-c]*.txt",
      "*a*.t?t",
      ".hidden/*",
    ];
    for (const include of includes) await same(at, { pattern: "needle", include });
    for (const path of ["nested", "out", "sub/../sub", "a.log", "utf16.txt", "pipe.txt/..", ".hidden"])
      await same(at, { pattern: "needle", path });
    expect(await same(at, { pattern: "needle", path: "a.log" })).toBe("a.log:1:needle ignored");
    expect(await same(at, { pattern: "needle", path: "out" })).toBe("out/x.txt:1:needle ignored");
  });

  it("below a repository, in a worktree, and under a home folder that ignores everything", async () => {
    const top = folder({
      ".gitignore": "*\n",
      "repo/.git/HEAD": "ref: refs/heads/main",
      "repo/.gitignore": "/pkg/one/skip.txt\n*.tmp\ndist/\n",
      "repo/pkg/.gitignore": "one/also.txt\n",
      "repo/pkg/one/skip.txt": "needle",
      "repo/pkg/one/also.txt": "needle",
      "repo/pkg/one/dist/x.txt": "needle",
      "repo/pkg/one/in/a.tmp": "needle",
      "repo/pkg/one/in/a.txt": "needle",
      "tree/.git": "gitdir: ../main/.git/worktrees/tree\n",
      "main/.git/worktrees/tree/commondir": "../..\n",
      "main/.git/info/exclude": "secret.txt\n",
      "tree/secret.txt": "needle",
      "tree/a.txt": "needle",
      "plain/sub/a.txt": "needle",
      "plain/sub/b.log": "needle",
      "plain/.gitignore": "*.log\n",
    });
    const from = (path: string): Bench => bench(join(top, path));
    expect(await same(from("repo"), { pattern: "needle", path: "pkg/one" })).toBe(
      "pkg/one/in/a.txt:1:needle",
    );
    expect(await same(from("repo/pkg/one"), { pattern: "needle" })).toBe("in/a.txt:1:needle");
    expect(await same(from("tree"), { pattern: "needle" })).toBe("a.txt:1:needle");
    expect(await same(from("plain"), { pattern: "needle" })).toBe("sub/a.txt:1:needle");
    expect(await same(from("plain"), { pattern: "needle", path: "sub" })).toBe("sub/a.txt:1:needle");
  });

  it("in 3,000 files of many folders, page by page", async () => {
    const files: Record<string, string> = {};
    for (let at = 0; at < 3000; at += 1)
      files[`d${at % 37}/e${at % 11}/f${at}.txt`] = "needle\n".repeat(at % 5).concat(`other ${at}\n`);
    const at = bench(folder(files), { maxOutput: 500_000 });
    const first = await same(at, { pattern: "needle", limit: 1000 });
    const second = await same(at, { pattern: "needle", limit: 1000, offset: 1000 });
    const lines = [...first.split("\n").slice(0, -1), ...second.split("\n").slice(0, -1)];
    expect(new Set(lines).size).toBe(2000);
  });
});

it("sockets, devices and pipes are never opened, in a folder or by name", async () => {
  const top = folder({ "a.txt": "needle" });
  const server = createServer().listen(join(top, "socket.txt"));
  onTestFinished(() => void server.close());
  execFileSync("mkfifo", [join(top, "pipe.txt")]);
  const at = bench(top);
  expect(await same(at, { pattern: "needle" })).toBe("a.txt:1:needle");
  for (const path of ["pipe.txt", "socket.txt", "/dev/zero"]) {
    const { ok, code, text } = await at.grep({ pattern: "needle", path });
    expect([ok, code, text]).toEqual([
      false,
      "unsupported",
      `[grep: ${path} is neither a file nor a folder; pipes and devices are not read]`,
    ]);
  }
});

it("a binary file asked for by name is named as one", async () => {
  const top = folder({ "a.dat": Buffer.from("needle\0") });
  expect(await bench(top).grep({ pattern: "needle", path: "a.dat" })).toEqual({
    text: "[a.dat is binary (7 bytes), it was not searched]",
  });
});

it("what may not be read is said", async () => {
  const top = folder({ "a.txt": "needle", "b/": "" });
  mkdirSync(join(top, "c"));
  writeFileSync(join(top, "c/x.txt"), "needle", { mode: 0o000 });
  const text = await same(bench(top), { pattern: "needle" });
  // The superuser reads everything.
  expect(text).toBe(
    process.getuid?.() === 0
      ? "a.txt:1:needle\nc/x.txt:1:needle"
      : "a.txt:1:needle\n[some files could not be read]",
  );
});

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace } from "@mm-agent/core";
import { testTool } from "@mm-agent/core/testing";
import { describe, expect, it } from "vitest";
import { bench, engines, folder, grepTool } from "../fixtures/bench.js";
import { findRg } from "./find-rg.js";

describe("what an answer says", () => {
  it("shares a page out over the files and tells how to get the rest", async () => {
    const at = bench(folder({ "a.txt": "x1\nx2\nx3\nx4\n", "b.txt": "x5\n", "c.txt": "x6\nx7\n" }));
    expect((await at.grep({ pattern: "x", limit: 4 })).text).toBe(
      "a.txt:1:x1\na.txt:2:x2\nb.txt:1:x5\nc.txt:1:x6\n" +
        "[… 3 more matches — offset=4 shows the next, or narrow path, include or pattern]",
    );
    expect((await at.grep({ pattern: "x", limit: 4, offset: 4 })).text).toBe(
      "a.txt:3:x3\na.txt:4:x4\nc.txt:2:x7",
    );
    expect((await at.grep({ pattern: "x", offset: 7 })).text).toBe(
      "no matches from offset 7 on — there are 7 in all",
    );
    expect((await at.grep({ pattern: "x", limit: 6 })).text).toMatch(/\n\[… 1 more match — offset=6 shows /);
  });

  it("gives 100 lines without a limit", async () => {
    const at = bench(folder({ "a.txt": "x\n".repeat(250) }));
    const { text, data, locations } = await at.grep({ pattern: "x" });
    expect(text.split("\n")).toHaveLength(101);
    expect(text).toMatch(/\[… 150 more matches — offset=100 /);
    expect(data).toMatchObject({ matches: 250, files: 1, shown: 100, searched: 1 });
    expect(locations?.[99]).toEqual({ path: join(at.ctx.cwd, "a.txt"), line: 100 });
  });

  it("shows the lines around a match, joined where they meet", async () => {
    const lines = Array.from({ length: 12 }, (_, at) =>
      at === 2 || at === 4 || at === 9 ? `hit ${at + 1}` : `line ${at + 1}`,
    );
    const at = bench(folder({ "a.txt": lines.join("\n"), "b.txt": "hit\n" }));
    expect((await at.grep({ pattern: "hit", context: 1 })).text.split("\n")).toEqual([
      "a.txt-2-line 2",
      "a.txt:3:hit 3",
      "a.txt-4-line 4",
      "a.txt:5:hit 5",
      "a.txt-6-line 6",
      "--",
      "a.txt-9-line 9",
      "a.txt:10:hit 10",
      "a.txt-11-line 11",
      "--",
      "b.txt:1:hit",
    ]);
  });

  it("lists files and counts", async () => {
    const at = bench(folder({ "a.txt": "x\nx\n", "b.txt": "x\n", "c.txt": "y\n" }));
    expect((await at.grep({ pattern: "x", mode: "files" })).text).toBe("a.txt\nb.txt");
    expect((await at.grep({ pattern: "x", mode: "count" })).text).toBe(
      "a.txt:2\nb.txt:1\n3 matches in 2 files",
    );
    expect((await at.grep({ pattern: "x", mode: "files", limit: 1 })).text).toBe(
      "a.txt\n[… 1 more file — offset=1 shows the next, or narrow path, include or pattern]",
    );
    expect((await at.grep({ pattern: "x", mode: "files", offset: 2 })).text).toBe(
      "no files from offset 2 on — there are 2 in all",
    );
  });

  it("says what was searched when nothing was found, which is no failure", async () => {
    const at = bench(folder({ "src/a.ts": "x", "src/b.js": "x" }));
    expect(await at.grep({ pattern: 'say "hi"', path: "src" })).toMatchObject({
      text: 'no matches for "say \\"hi\\"" in src (2 files searched)',
    });
    expect((await at.grep({ pattern: "y", include: "*.ts" })).text).toBe(
      'no matches for "y" in . (include *.ts, 1 file searched)',
    );
  });

  it("stays within the session's limit and 64 KiB, and goes on where it was cut", async () => {
    const cwd = folder({ "a.txt": `${"x".repeat(400)}\n`.repeat(90) });
    const small = await bench(cwd, { maxOutput: 5000 }).grep({ pattern: "x" });
    expect(small.text.length).toBeLessThanOrEqual(5000);
    expect(small.text).toMatch(/\n\[… 79 more matches — offset=11 /);
    const wide = folder({ "a.txt": `${"日".repeat(400)}\n`.repeat(90) });
    const large = await bench(wide, { maxOutput: 1_000_000 }).grep({ pattern: "日" });
    expect(Buffer.byteLength(large.text)).toBeLessThanOrEqual(65_536);
    expect(large.text).toMatch(/\n\[… 37 more matches — offset=53 /);
  });

  it("names a pattern that it had to read another way", async () => {
    const at = bench(folder({ "a.ts": "foo(1)\narr[0\n" }));
    expect((await at.grep({ pattern: "foo(" })).text).toBe("[pattern read as foo\\(]\na.ts:1:foo(1)");
    expect((await at.grep({ pattern: "arr[0" })).text).toBe(
      "[not a regular expression (a [ is not closed); searched as literal text]\na.ts:2:arr[0",
    );
  });

  it("takes what models call the fields elsewhere, and limits out of bounds", async () => {
    const at = bench(folder({ "a.ts": "X\n", "b.md": "x\n" }));
    const input = {
      pattern: "x",
      glob: "*.ts",
      "-i": true,
      output_mode: "files_with_matches",
      head_limit: 5000,
    };
    expect((await at.grep(input)).text).toBe("a.ts");
    expect((await at.grep({ pattern: "x", limit: 0, offset: -3, context: 99 })).text).toBe("b.md:1:x");
  });
});

describe("refusals", () => {
  it.each([
    [{ pattern: "x", path: "none" }, "not_found", "[grep: none does not exist]"],
    [{ pattern: "" }, "invalid_input", "[grep: the pattern is empty; give the text to look for]"],
    [{ pattern: "x", include: "[a" }, "invalid_input", "[grep: include: [a is not a glob]"],
  ])("%j", async (input, code, text) => {
    expect(await bench(folder({ a: "x" })).grep(input)).toEqual({ ok: false, code, text });
  });

  it("of a place outside while paths.confine is on", async () => {
    const top = folder({ "in/a.txt": "x", "out/a.txt": "x" });
    const cwd = join(top, "in");
    symlinkSync("../out", join(cwd, "link"));
    const at = bench(cwd);
    expect((await at.grep({ pattern: "x", path: "../out" })).text).toBe(`${join(top, "out/a.txt")}:1:x`);
    const ctx = { ...at.ctx, workspace: createWorkspace({ root: cwd, confine: true }) };
    const tool = grepTool("auto", [cwd]);
    for (const path of ["../out", "link", "/"])
      expect((await tool.plan?.({ pattern: "x", path }, ctx))?.refuse).toMatchObject({
        ok: false,
        code: "denied",
      });
  });
});

describe("engines", () => {
  const look = "a(?=b)";
  it("that lack a construct are passed over, and named when none is left", async () => {
    const at = bench(folder({ "a.txt": "ab\nac\nabab\n" }));
    for (const { name, absent } of await engines())
      if (!absent) expect((await at.grep({ pattern: look }, name)).text).toBe("a.txt:1:ab\na.txt:3:abab");
    expect(await at.grep({ pattern: "(?>ab)+" }, "javascript")).toMatchObject({
      ok: false,
      code: "unsupported",
      text: "[grep: the pattern needs an atomic group, which javascript cannot do here — write it without, or set literal]",
    });
    expect((await at.grep({ pattern: "(ab)\\1" }, "javascript")).text).toBe("a.txt:3:abab");
    const both = await at.grep({ pattern: "[a&&[a]](?=b)" });
    expect(both).toMatchObject({ ok: false, code: "unsupported" });
    expect(both.text).toContain("the pattern needs a set operation, which ");
  });

  it("that refuse a pattern after all search it as text, and say so", async () => {
    const at = bench(folder({ "a.txt": "\\p{Nope}\n\\w{9999}{9999}\n" }));
    const unknown = await at.grep({ pattern: "\\p{Nope}" }, "javascript");
    expect(unknown.text).toBe(
      "[not a regular expression that can be used (JavaScript cannot express this pattern); searched as literal text]\n" +
        "a.txt:1:\\p{Nope}",
    );
    const huge = await at.grep({ pattern: "\\w{9999}{9999}" });
    expect(huge.text).toMatch(
      /^\[not a regular expression that can be used \(.+\); searched as literal text\]\na\.txt:2:/,
    );
  });

  it("are chosen down the chain; without ripgrep it is JavaScript", async () => {
    const cwd = folder({ "a.txt": "x" });
    const { data } = await bench(cwd, { env: { PATH: "" } }).grep({ pattern: "x" }, "javascript");
    expect(data?.engine).toBe("javascript");
    expect(await bench(cwd, { env: { PATH: "" } }).grep({ pattern: "x" }, "rg")).toEqual({
      ok: false,
      code: "unavailable",
      text: "[grep: no search engine is there: rg]",
    });
  });

  it("are never taken from the project, nor from a relative entry of the PATH", () => {
    const top = folder({ "repo/.git/HEAD": "", "repo/sub/bin/": "", "away/": "" });
    const fake = join(top, "repo/sub/bin/rg");
    writeFileSync(fake, "#!/bin/sh\ntouch /tmp/never\n", { mode: 0o755 });
    mkdirSync(join(top, "tools"));
    symlinkSync(fake, join(top, "tools/rg"));
    const search = (path: string, projects: string[]) => findRg({ PATH: path }, projects);
    const project = join(top, "repo/sub");
    expect(search(join(top, "repo/sub/bin"), [project])).toBe(undefined);
    expect(search(join(top, "repo/sub/bin"), [join(top, "repo/sub/other"), project])).toBe(undefined);
    expect(search(join(top, "repo/sub/bin"), [join(top, "repo")])).toBe(undefined);
    expect(search(join(top, "tools"), [project])).toBe(undefined);
    expect(search("bin:.:", [top])).toBe(undefined);
    expect(search(join(top, "repo/sub/bin"), [join(top, "away")])).toBe(fake);
  });

  it("end after the time they have, in the middle of a match", async () => {
    const at = bench(folder({ "a.txt": `${"a".repeat(60)}b\n` }), { timeout: 0.5 });
    expect(await at.grep({ pattern: "(a+)+$" }, "javascript")).toEqual({
      ok: false,
      code: "timeout",
      text: "[grep: stopped after 0.5 s — narrow path, or search for something more exact]",
    });
  });

  it("end with the turn", async () => {
    const stop = new AbortController();
    const at = bench(folder({ "a.txt": `${"a".repeat(60)}b\n` }), { signal: stop.signal });
    setTimeout(() => stop.abort(), 300);
    expect(await at.grep({ pattern: "(a+)+$" }, "javascript")).toEqual({
      ok: false,
      code: "cancelled",
      text: "[grep: cancelled]",
    });
  });
});

it.each(await engines())("keeps the contract with $name", async ({ name, absent }) => {
  if (absent) return;
  const tool = grepTool(name, []);
  const findings = await testTool(tool, {
    inputs: [
      { pattern: "x" },
      { pattern: "x(", context: 3 },
      { pattern: "long", mode: "count" },
      { pattern: "none", path: "?" },
    ],
    setup: (cwd) => {
      for (let at = 0; at < 200; at += 1)
        writeFileSync(join(cwd, `file-${at}.txt`), `x ${"long ".repeat(99)}\n`.repeat(3));
    },
  });
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "@mm-agent/core";
import { createTestContext, testTool } from "@mm-agent/core/testing";
import { describe, expect, it } from "vitest";
import { bench, folder } from "../fixtures/bench.js";
import plugin from "../index.js";
import { createWalkCache } from "../walk/walk-cache.js";
import { formatSize } from "./format-size.js";
import { createListTool } from "./list-tool.js";

describe("list_files", () => {
  const tree = {
    ".gitignore": "*.log\nnode_modules/\n",
    "a.log": "x",
    "b.txt": "x".repeat(1536),
    "node_modules/x.js": "",
    "src/one/deep/er.ts": "",
    "src/two.ts": "12345",
    "src.txt": "",
    "z/": "",
  };

  it("names a folder's children, and what a rule leaves out", async () => {
    expect((await bench(folder(tree)).list()).text).toBe(
      ".gitignore\nb.txt\nsrc.txt\nsrc/\nz/\n[ignored: a.log, node_modules/]",
    );
  });

  it("goes down one to three levels", async () => {
    const at = bench(folder(tree));
    expect((await at.list({ path: "src", depth: 2 })).text).toBe("one/\n  deep/\ntwo.ts");
    expect((await at.list({ path: "src", depth: 9 })).text).toBe("one/\n  deep/\n    er.ts\ntwo.ts");
    expect((await at.list({ path: "src", max_depth: 0 })).text).toBe("one/\ntwo.ts");
  });

  it("adds sizes on request", async () => {
    expect((await bench(folder(tree)).list({ sizes: true, depth: 2 })).text.split("\n").slice(1, 6)).toEqual([
      "b.txt  1.5 kB",
      "src.txt  0 B",
      "src/",
      "  one/",
      "  two.ts  5 B",
    ]);
    expect([999, 1000, 9949, 9951, 123_456, 999_600, 5e9].map(formatSize)).toEqual([
      "999 B",
      "1.0 kB",
      "9.9 kB",
      "10 kB",
      "123 kB",
      "1.0 MB",
      "5.0 GB",
    ]);
  });

  it("lists links, pipes and odd names without opening anything", async () => {
    const top = folder({ "a\tb": "", "d/x": "" });
    symlinkSync("..", join(top, "up"));
    execFileSync("mkfifo", [join(top, "pipe")]);
    expect((await bench(top).list({ sizes: true, depth: 3 })).text).toBe(
      '"a\\tb"  0 B\nd/\n  x  0 B\npipe\nup',
    );
  });

  it("shows 500 entries and tells how to get the rest", async () => {
    const at = bench(folder(Object.fromEntries(Array.from({ length: 620 }, (_, n) => [`f${1000 + n}`, ""]))));
    const lines = (await at.list()).text.split("\n");
    expect(lines.slice(499)).toEqual([
      "f1499",
      "[… 120 more — offset=500 shows the next, or list a folder below]",
    ]);
    expect((await at.list({ offset: 500 })).text.split("\n")).toHaveLength(120);
    expect((await at.list({ offset: 700 })).text).toBe(
      "nothing from offset 700 on — there are 620 entries in all",
    );
  });

  it("says that a folder is empty, missing or a file", async () => {
    const at = bench(folder({ "a.txt": "", "e/": "", "g/.git/HEAD": "" }));
    expect((await at.list({ path: "e" })).text).toBe("e is empty");
    expect((await at.list({ path: "g" })).text).toBe("g is empty");
    expect(await at.list({ path: "none" })).toEqual({
      ok: false,
      code: "not_found",
      text: "[list_files: none does not exist]",
    });
    expect((await at.list({ path: "a.txt" })).text).toBe("[list_files: a.txt is a file, not a folder]");
  });

  it("keeps the contract", async () => {
    const findings = await testTool(createListTool({ timeout: 30 }, createWalkCache(100)), {
      inputs: [{}, { path: "none" }, { depth: 3, sizes: true }],
    });
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  });
});

describe("the plugin", () => {
  it("declares three tools in at most 600 tokens, none of which asks", async () => {
    const { ctx } = createTestContext();
    const session = { config: {}, cwd: ctx.cwd, workspace: ctx.workspace } as Parameters<Plugin["setup"]>[0];
    const { tools } = await plugin.setup(session);
    expect(tools.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "grep search",
      "find search",
      "list_files read",
    ]);
    const declared = tools.map(({ name, description, input }) => ({ name, description, input }));
    expect(JSON.stringify(declared).length / 4).toBeLessThan(600);
  });
});

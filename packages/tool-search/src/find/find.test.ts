import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace } from "@mm-agent/core";
import { testTool } from "@mm-agent/core/testing";
import { describe, expect, it } from "vitest";
import { addFiles, bench, folder } from "../fixtures/bench.js";
import { createWalkCache } from "../walk/walk-cache.js";
import { createFindTool } from "./find-tool.js";
import { readQuery, scorePath } from "./score.js";

const TREE = Object.fromEntries(
  [
    "src/agent/agent-session.ts",
    "src/agent/agent.test.ts",
    "src/agent/index.ts",
    "src/pattern/path-char.ts",
    "src/user/UserController.ts",
    "src/user/user-control.css",
    "docs/agent.md",
    "docs/guide/first steps.md",
    "app/[id]/page.tsx",
    "README.md",
    ".github/ci.yml",
    "node_modules/agent/index.js",
    "dist/agent.js",
    "a/b/c/deep.txt",
  ].map((path) => [path, "x"]),
);
const IGNORE = { ".gitignore": "node_modules/\n/dist\n" };

describe("fuzzy words", () => {
  const at = () => bench(folder({ ...TREE, ...IGNORE }));
  const find = async (query: string, more = {}) => (await at().find({ query, ...more })).text.split("\n");

  it("may skip letters", async () => {
    expect(await find("agntsess")).toEqual(["src/agent/agent-session.ts"]);
    expect(await find("pachr.ts")).toEqual(["src/pattern/path-char.ts"]);
    expect(await find("usrctrl")).toEqual(["src/user/UserController.ts", "src/user/user-control.css"]);
    expect(await find("UC")).toContain("src/user/UserController.ts");
  });

  it("may say where: ./name, or an absolute path inside", async () => {
    const { find: ask, ctx } = at();
    const of = async (query: string, more = {}) => (await ask({ query, ...more })).text.split("\n");
    expect((await of("./README.md"))[0]).toBe("README.md");
    expect(await of(join(ctx.cwd, "src/agent/index.ts"))).toEqual(["src/agent/index.ts"]);
    expect(await of(join(ctx.cwd, "src/agent/*.test.ts"))).toEqual(["src/agent/agent.test.ts"]);
    expect(await of(join(ctx.cwd, "src/agent/*.test.ts"), { path: "src" })).toEqual([
      "src/agent/agent.test.ts",
    ]);
    expect(await of(join(ctx.cwd, "*.md"))).toEqual(["README.md"]);
  });

  it("must all be there, in any order, whatever their case", async () => {
    expect(await find("TEST agent")).toEqual(["src/agent/agent.test.ts"]);
    expect(await find("user css")).toEqual(["src/user/user-control.css"]);
    expect(await find("src/user control")).toEqual([
      "src/user/user-control.css",
      "src/user/UserController.ts",
    ]);
    expect(await find("first steps")).toEqual(["docs/guide/first steps.md"]);
    expect(await find("[id] page")).toEqual(["app/[id]/page.tsx"]);
  });

  it("put the name that is meant first", async () => {
    expect(await find("agent")).toEqual([
      "docs/agent.md",
      "src/agent/agent.test.ts",
      "src/agent/agent-session.ts",
      "src/agent/index.ts",
    ]);
    expect((await find("readme"))[0]).toBe("README.md");
    expect((await find("index.ts"))[0]).toBe("src/agent/index.ts");
  });

  it("do not fit everything that has the letters somewhere", () => {
    const query = readQuery("config");
    expect(scorePath("src/components/navigation/flexible-grid.ts", query)).toBe(-1);
    expect(scorePath("src/con-fig.ts", query)).toBeGreaterThan(0);
    expect(scorePath("src/other.ts", query)).toBe(-1);
  });
});

describe("globs", () => {
  it.each<[string, string[]]>([
    ["*.md", ["README.md", "docs/agent.md", "docs/guide/first steps.md"]],
    [
      "src/**/*.ts",
      [
        "src/agent/agent-session.ts",
        "src/agent/agent.test.ts",
        "src/agent/index.ts",
        "src/pattern/path-char.ts",
        "src/user/UserController.ts",
      ],
    ],
    ["src/*/index.{ts,js}", ["src/agent/index.ts"]],
    ["**/c/*", ["a/b/c/deep.txt"]],
    ["*.y?l", [".github/ci.yml"]],
    ["docs/**", ["docs/agent.md", "docs/guide/first steps.md"]],
    ["./docs/*.md", ["docs/agent.md"]],
    [
      "*.ts,!*.test.ts,!src/user/**",
      ["src/agent/agent-session.ts", "src/agent/index.ts", "src/pattern/path-char.ts"],
    ],
    ["app/[id]/*.tsx", ["[brackets read as part of the names]", "app/[id]/page.tsx"]],
  ])("%s", async (query, expected) => {
    const { text } = await bench(folder({ ...TREE, ...IGNORE })).find({ query });
    expect(text.split("\n")).toEqual(expected);
  });

  it("count from the folder that is searched or from the session's", async () => {
    const at = bench(folder({ ...TREE, ...IGNORE }));
    for (const query of ["agent/*.ts", "src/agent/*.ts"])
      expect((await at.find({ query, path: "src" })).text.split("\n")).toHaveLength(3);
  });
});

describe("what an answer says", () => {
  it("gives directories a final slash, and both on demand", async () => {
    const at = bench(folder({ ...TREE, ...IGNORE }));
    expect((await at.find({ query: "agent", kind: "directories" })).text).toBe("src/agent/");
    expect((await at.find({ query: "user", kind: "mixed" })).text).toBe(
      "src/user/\nsrc/user/user-control.css\nsrc/user/UserController.ts",
    );
    expect((await at.find({ query: "*", kind: "folder", path: "src" })).text).toBe(
      "src/agent/\nsrc/pattern/\nsrc/user/",
    );
  });

  it("goes on page by page, at most 200 at once", async () => {
    const at = bench(
      folder(
        Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`f${String(n).padStart(3, "0")}.txt`, ""])),
      ),
    );
    const first = (await at.find({ query: "*.txt" })).text.split("\n");
    expect(first.slice(49)).toEqual([
      "f049.txt",
      "[… 400 more — offset=50 shows the next, or narrow query or path]",
    ]);
    const large = (await at.find({ query: "*.txt", limit: 9999, offset: 300 })).text.split("\n");
    expect([large.length, large[0], large.at(-1)]).toEqual([150, "f300.txt", "f449.txt"]);
    expect((await at.find({ query: "*.txt", limit: 9999 })).text.split("\n")).toHaveLength(201);
    expect((await at.find({ query: "*.txt", offset: 450 })).text).toBe(
      "nothing from offset 450 on — there are 450 in all",
    );
  });

  it("puts the newest first when asked", async () => {
    const top = folder({ "a.ts": "", "b.ts": "", "c.ts": "" });
    for (const [name, time] of [
      ["a.ts", 200],
      ["b.ts", 300],
      ["c.ts", 100],
    ] as const)
      utimesSync(join(top, name), time, time);
    expect((await bench(top).find({ query: "*.ts", newest: true })).text).toBe("b.ts\na.ts\nc.ts");
  });

  it("names links and odd names, and follows nothing", async () => {
    const top = folder({ "new\nline.txt": "", "real/x.txt": "" });
    symlinkSync("real", join(top, "linked.txt"));
    symlinkSync("/nowhere", join(top, "broken.txt"));
    expect((await bench(top).find({ query: "*.txt" })).text).toBe(
      'broken.txt\nlinked.txt\n"new\\nline.txt"\nreal/x.txt',
    );
  });

  it("says when nothing fits, and sees what was added since", async () => {
    const top = folder({ "a.txt": "" });
    const at = bench(top);
    expect(await at.find({ query: "zebra" })).toMatchObject({
      text: 'nothing found for "zebra" in . (1 paths looked at)',
    });
    addFiles(top, { "sub/zebra.txt": "" });
    expect((await at.find({ query: "zebra" })).text).toBe("sub/zebra.txt");
  });
});

it.each([
  [
    { query: "  " },
    "invalid_input",
    "[find: the query is empty; give words of a path, or a glob such as *.ts]",
  ],
  [{ query: "x".repeat(513) }, "invalid_input", "[find: the query has 513 characters, the limit is 512]"],
  [{ query: "*{a" }, "invalid_input", "[find: *{a is not a glob]"],
  [{ query: "a", path: "none" }, "not_found", "[find: none does not exist]"],
  [{ query: "a", path: "a.txt" }, "unsupported", "[find: a.txt is a file, not a folder]"],
])("refuses (%#)", async (input, code, text) => {
  expect(await bench(folder({ "a.txt": "" })).find(input)).toEqual({ ok: false, code, text });
});

it("stays inside while paths.confine is on", async () => {
  const top = folder({ "in/a.txt": "", "out/b.txt": "" });
  const at = bench(join(top, "in"));
  expect((await at.find({ query: "b", path: "../out" })).text).toBe(join(top, "out/b.txt"));
  const ctx = { ...at.ctx, workspace: createWorkspace({ root: join(top, "in"), confine: true }) };
  const plan = await createFindTool({ timeout: 30 }, createWalkCache(10)).plan?.(
    { query: "b", path: "../out" },
    ctx,
  );
  expect(plan?.refuse).toMatchObject({ ok: false, code: "denied" });
});

it("keeps the contract", async () => {
  const findings = await testTool(createFindTool({ timeout: 30 }, createWalkCache(100)), {
    inputs: [{ query: "x" }, { query: "*.txt", newest: true, limit: 200 }, { query: "[" }],
    setup: (cwd) => {
      mkdirSync(join(cwd, "d".repeat(200)));
      for (let at = 0; at < 300; at += 1) writeFileSync(join(cwd, "d".repeat(200), `${at}.txt`), "");
    },
  });
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
});

import { chmodSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import {
  makeProject,
  openTool,
  scripted,
  until,
  type Opened,
  type Project,
  type Scripted,
} from "../fixtures/harness.js";

const A = "// greet\nsay greet and greet\n";
const RENAME = { action: "rename", path: "a.txt", symbol: "greet", new_name: "hello" } as const;
let project: Project;
let tool: Opened;
let server: Scripted;

/** `edit` is an expression for the answer to `textDocument/rename`, over `uri`, `at`, `params`. */
async function open(
  edit: string,
  files: Record<string, string> = { "a.txt": A, "b.txt": "greet too\n" },
  on = "",
  provider = "true",
): Promise<void> {
  project = makeProject(files);
  server = scripted(
    project,
    `const uri = (name) => "file://" + process.cwd() + "/" + name;
     const at = (line, from, to, newText = "hello") => ({ range: { start: { line, character: from }, end: { line, character: to } }, newText });
     const doc = (name, version, ...edits) => ({ textDocument: { uri: uri(name), version }, edits });
     return { capabilities: { textDocumentSync: 1, renameProvider: ${provider} }, on: { "textDocument/rename": (params) => (${edit}), ${on} } };`,
  );
  tool = await openTool(project.dir, { servers: [server.server] });
}

const BOTH = `({ changes: { [uri("b.txt")]: [at(0, 0, 5)], [uri("a.txt")]: [at(1, 14, 19), at(1, 4, 9)] } })`;

afterEach(async () => {
  await tool.close();
  project.remove();
});

describe("a rename that works", () => {
  test("writes every file, tells the server, counts, and asks with every file's diff", async () => {
    await open(BOTH);
    const plan = await tool.plan(RENAME);
    expect(plan).toMatchObject({
      title: "rename a.txt greet → hello",
      kind: "edit",
      paths: [project.path("a.txt"), project.path("b.txt")],
      permission: {
        subject: "rename",
        checks: [
          { tool: "lsp", value: "a.txt", type: "path" },
          { tool: "edit_file", value: "a.txt", type: "path", only: "deny" },
          { tool: "write_file", value: "a.txt", type: "path", only: "deny" },
          { tool: "lsp", value: "b.txt", type: "path" },
          { tool: "edit_file", value: "b.txt", type: "path", only: "deny" },
          { tool: "write_file", value: "b.txt", type: "path", only: "deny" },
        ],
      },
    });
    expect(plan.changes?.map(({ patch }) => patch)).toEqual([
      "@@ -1,2 +1,2 @@\n // greet\n-say greet and greet\n+say hello and hello\n",
      "@@ -1,1 +1,1 @@\n-greet too\n+hello too\n",
    ]);
    expect(project.read("a.txt")).toBe(A);
    const result = await tool.tool.run(RENAME, tool.ctx(), plan);
    expect(result).toMatchObject({
      text: "renamed to hello: 3 edit(s) in 2 file(s)\na.txt: 2 edit(s)\nb.txt: 1 edit(s)",
    });
    expect(project.read("a.txt")).toBe("// greet\nsay hello and hello\n");
    expect(project.read("b.txt")).toBe("hello too\n");
    const told = (): string[] =>
      server
        .received()
        .filter((entry) => /\/did(?:Open|Change)$/u.test(String(entry["method"])))
        .map((entry) => entry["params"].textDocument.uri.split("/").at(-1) as string);
    await until(() => told().length === 3);
    expect(told()).toEqual(["a.txt", "a.txt", "b.txt"]);
  });

  test("keeps a byte order mark and CRLF, and converts positions", async () => {
    await open(`({ documentChanges: [doc("a.txt", null, at(0, 5, 10), at(1, 1, 6))] })`, {
      "a.txt": "\ufeff🎉é  greet\r\n\tgreet",
    });
    await tool.call(RENAME);
    expect(project.read("a.txt")).toBe("\ufeff🎉é  hello\r\n\thello");
  });

  test("several words in symbol stand for symbol and new name", async () => {
    await open(`({ changes: { [uri("b.txt")]: [at(0, 0, 5, params.newName)] } })`);
    expect(await tool.text({ action: "rename", path: "a.txt", symbol: "greet 2 5 welcome" })).toMatch(
      /^renamed to welcome: 1 edit\(s\) in 1 file\(s\)\n/u,
    );
  });

  test("a server that counts in characters without saying so is understood", async () => {
    await open(`({ changes: { [uri("a.txt")]: [at(0, 3, 8)] } })`, { "a.txt": "🎉🎉 greet\n" });
    await tool.call(RENAME);
    expect(project.read("a.txt")).toBe("🎉🎉 hello\n");
  });

  test("one edit over the whole document in which only the name changed", async () => {
    await open(
      `({ documentChanges: [doc("a.txt", null, { range: { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } }, newText: "// greet\\nsay hello and hello\\n" })] })`,
    );
    await tool.call(RENAME);
    expect(project.read("a.txt")).toBe("// greet\nsay hello and hello\n");
  });

  test("files that still hold the old name as code are named", async () => {
    await open(`({ changes: { [uri("a.txt")]: [at(1, 4, 9), at(1, 14, 19)] } })`, {
      "a.txt": A,
      "b.txt": "greet too\n",
      "c.txt": "// greet\n",
      "d.txt": "greeting\n",
    });
    expect(await tool.text(RENAME)).toBe(
      'renamed to hello: 2 edit(s) in 1 file(s)\na.txt: 2 edit(s)\n"greet" also stands in 1 other file(s), which the server did not change (another symbol, or unknown to it): b.txt:1',
    );
  });

  test("creates, moves and deletes files in the order given", async () => {
    await open(`({ documentChanges: [
      doc("a.txt", null, at(1, 4, 9)),
      { kind: "rename", oldUri: uri("a.txt"), newUri: uri("deep/hello.txt") },
      doc("deep/hello.txt", null, at(1, 14, 19)),
      { kind: "create", uri: uri("new.txt") },
      doc("new.txt", null, at(0, 0, 0, "hello")),
      { kind: "delete", uri: uri("b.txt") },
    ] })`);
    expect(await tool.text(RENAME)).toContain("a.txt → deep/hello.txt");
    expect(project.read("deep/hello.txt")).toBe("// greet\nsay hello and hello\n");
    expect(project.read("new.txt")).toBe("hello");
    expect(() => project.read("a.txt")).toThrow("ENOENT");
    expect(() => project.read("b.txt")).toThrow("ENOENT");
  });

  test("prepareRename decides which occurrence is meant", async () => {
    await open(
      `params.position.character === 14 ? ${BOTH} : null`,
      undefined,
      `"textDocument/prepareRename": ({ position }) => position.character === 14 ? { range: { start: position, end: { line: 1, character: 19 } }, placeholder: "greet" } : api.refuse(-32000, "cannot rename this")`,
      "{ prepareProvider: true }",
    );
    expect(await tool.text(RENAME)).toMatch(/^renamed to hello: 3 edit\(s\) in 2 file\(s\)\n/u);
    expect(server.methods().filter((method) => method === "textDocument/rename")).toHaveLength(1);
  });

  test("an answer about an older version is asked for again", async () => {
    await open(
      `({ documentChanges: [doc("a.txt", globalThis.again ? null : ((globalThis.again = true), 77), at(1, 4, 9))] })`,
    );
    expect(await tool.text(RENAME)).toMatch(/^renamed to hello: 1 edit/u);
  });
});

describe("a rename that is refused writes nothing", () => {
  test.each([
    [
      "a foreign edit",
      `({ changes: { [uri("b.txt")]: [at(0, 0, 5)], [uri("a.txt")]: [at(1, 0, 3)] } })`,
      '[lsp: fake: rename refused: the edit at a.txt:2:1 replaces "say", not "greet" — nothing was written]',
    ],
    [
      "overlapping edits",
      `({ changes: { [uri("a.txt")]: [at(1, 4, 9), at(1, 4, 9)] } })`,
      "[lsp: fake: rename refused: its edits of a.txt overlap — nothing was written]",
    ],
    [
      "a file outside",
      `({ changes: { [uri("a.txt")]: [at(1, 4, 9)], "file:///etc/hosts": [at(0, 0, 0)] } })`,
      "[lsp: fake: rename refused: it changes /etc/hosts, which is outside the project — nothing was written]",
    ],
    [
      "something that is no file",
      `({ changes: { "untitled:x": [at(0, 0, 0)] } })`,
      "[lsp: fake: rename refused: it changes untitled:x, which is not a file — nothing was written]",
    ],
    [
      "a dependency",
      `({ changes: { [uri("node_modules/x/i.txt")]: [at(0, 0, 5)] } })`,
      "[lsp: fake: rename refused: it changes node_modules/x/i.txt, which belongs to a dependency — nothing was written]",
    ],
    [
      "a missing file",
      `({ changes: { [uri("none.txt")]: [at(0, 0, 0)] } })`,
      "[lsp: fake: rename refused: it edits none.txt, which does not exist — nothing was written]",
    ],
    [
      "a move onto a file",
      `({ documentChanges: [{ kind: "rename", oldUri: uri("a.txt"), newUri: uri("b.txt") }] })`,
      "[lsp: fake: rename refused: it moves a.txt to b.txt, which exists — nothing was written]",
    ],
    [
      "nothing to rename",
      "null",
      "[lsp: fake: rename failed: the server has nothing to rename at a.txt:2:5]",
    ],
    [
      "no edits",
      "({ changes: {} })",
      "[lsp: fake: rename failed: the server has nothing to rename at a.txt:2:5]",
    ],
    ["an error", `api.refuse(-32000, "hello is taken")`, "[lsp: fake: rename failed: hello is taken]"],
    [
      "an old version twice",
      `({ documentChanges: [doc("a.txt", 77, at(1, 4, 9))] })`,
      "[lsp: fake: rename refused: a.txt changed while the server worked — nothing was written, call lsp again]",
    ],
    [
      "the same name",
      `({ changes: { [uri("a.txt")]: [at(1, 4, 9, "greet")] } })`,
      '[lsp: "greet" is already called hello: nothing to rename]',
    ],
  ])("%s", async (_what, edit, text) => {
    await open(edit, { "a.txt": A, "b.txt": "greet too\n", "node_modules/x/i.txt": "greet\n" });
    const plan = await tool.plan(RENAME);
    expect(plan.refuse).toMatchObject({ ok: false, text });
    expect(plan.permission).toBeUndefined();
    expect([project.read("a.txt"), project.read("b.txt")]).toEqual([A, "greet too\n"]);
  });

  test("without a new name", async () => {
    await open("null");
    expect(await tool.text({ action: "rename", path: "a.txt", symbol: "greet" })).toBe(
      '[lsp: rename needs new_name — call lsp again with {"action": "rename", "path": …, "symbol": …, "new_name": "<the new identifier>"}; do not use edit_file for a rename]',
    );
  });

  test.each([
    [{ new_name: "foo-bar" }, 'new_name "foo-bar" is not an identifier: it holds "-"'],
    [{ new_name: "foo bar" }, 'new_name "foo bar" is not an identifier: it holds a blank'],
    [{ symbol: "greet 2 5 2fast" }, 'new_name "2fast" is not an identifier: it begins with a digit'],
  ])("a new name that is none: %j", async (input, why) => {
    await open(BOTH);
    expect(await tool.text({ action: "rename", path: "a.txt", symbol: "greet", ...input })).toBe(
      `[lsp: ${why} — nothing was written, call lsp again with another name]`,
    );
    expect(server.methods()).not.toContain("textDocument/rename");
  });

  test("a file that changed after the question", async () => {
    await open(BOTH);
    const plan = await tool.plan(RENAME);
    project.write("b.txt", "changed meanwhile\n");
    const result = await tool.tool.run(RENAME, tool.ctx(), plan);
    expect(result).toMatchObject({ ok: false, code: "conflict" });
    expect((result as { text: string }).text).toMatch(
      /^\[lsp: rename not applied: .* — nothing was written, call lsp again\]$/u,
    );
    expect([project.read("a.txt"), project.read("b.txt")]).toEqual([A, "changed meanwhile\n"]);
  });

  test("a file that cannot be written: the others stay as they were", async () => {
    await open(BOTH);
    chmodSync(project.path("b.txt"), 0o444);
    expect(await tool.call(RENAME)).toMatchObject({ ok: false });
    expect([project.read("a.txt"), project.read("b.txt")]).toEqual([A, "greet too\n"]);
  });

  test("a name that stands only in a string never moves a file", async () => {
    await open(`({ documentChanges: [{ kind: "rename", oldUri: uri("b.txt"), newUri: uri("c.txt") }] })`, {
      "a.txt": 'use "./greet"\n',
      "b.txt": "",
    });
    expect(await tool.text(RENAME)).toBe(
      "[lsp: fake: rename failed: the server has nothing to rename at a.txt:1:8]",
    );
  });
});

import { afterEach, expect, test } from "vitest";
import {
  makeProject,
  openTool,
  scripted,
  type Opened,
  type Project,
  type Scripted,
} from "../fixtures/harness.js";

let project: Project;
let tool: Opened;
let server: Scripted;

async function open(on: string, capabilities = ""): Promise<void> {
  project = makeProject({ "a.txt": "one\ntwo\n", "b.txt": "two\n" });
  server = scripted(
    project,
    `const uri = (name) => "file://" + process.cwd() + "/" + name;
     const at = (line, from, to, newText) => ({ range: { start: { line, character: from }, end: { line, character: to } }, newText });
     return { capabilities: { textDocumentSync: 1, diagnosticProvider: {}, codeActionProvider: { resolveProvider: true }, ${capabilities} }, on: {
       "textDocument/diagnostic": () => ({ kind: "full", items: [{ ...at(1, 0, 3), message: "no two", code: 7 }] }), ${on} } };`,
  );
  tool = await openTool(project.dir, { servers: [server.server], extended: true });
}

afterEach(async () => {
  await tool.close();
  project.remove();
});

const ACTIONS = `"textDocument/codeAction": ({ context }) => [
  { title: "Write three", kind: "quickfix", edit: { changes: { [uri("a.txt")]: [at(1, 0, 3, "three")] } } },
  { title: "Extract", kind: "refactor.extract", disabled: { reason: "nothing selected" } },
  { title: "Write four", kind: "quickfix", data: 4 },
  { title: "Run it", command: "fake.run", arguments: [] },
  { title: "seen " + context.diagnostics.map((entry) => entry.code).join(), kind: "quickfix" },
], "codeAction/resolve": (action) => ({ ...action, edit: { changes: { [uri("b.txt")]: [at(0, 0, 3, "four")] } } })`;

test("lists, then applies an action by its number, asking with its diff", async () => {
  await open(ACTIONS);
  expect(await tool.text({ action: "code_actions", path: "a.txt", line: 2 })).toBe(
    "5 code action(s) at a.txt:2:\n1. [quickfix] Write three\n2. [refactor.extract] Extract (not possible: nothing selected)\n3. [quickfix] Write four\n4. Run it\n5. [quickfix] seen 7",
  );
  const plan = await tool.plan({ action: "code_actions", path: "a.txt", line: 2, apply: 1 });
  expect(plan).toMatchObject({
    kind: "edit",
    permission: {
      subject: "code action",
      checks: [
        { tool: "lsp", value: "a.txt", type: "path" },
        { tool: "edit_file", value: "a.txt", type: "path", only: "deny" },
        { tool: "write_file", value: "a.txt", type: "path", only: "deny" },
      ],
    },
  });
  expect(project.read("a.txt")).toBe("one\ntwo\n");
  expect(await tool.text({ action: "code_actions", path: "a.txt", line: 2, apply: 1 })).toBe(
    'applied "Write three": 1 edit(s) in 1 file(s)\na.txt: 1 edit(s)',
  );
  expect(project.read("a.txt")).toBe("one\nthree\n");
});

test("an action is resolved when it comes without an edit", async () => {
  await open(ACTIONS);
  expect(await tool.text({ action: "code_actions", path: "a.txt", line: 2, apply: 3 })).toBe(
    'applied "Write four": 1 edit(s) in 1 file(s)\nb.txt: 1 edit(s)',
  );
  expect(project.read("b.txt")).toBe("four\n");
});

test("what is not possible, not there, or runs a command of the server is refused", async () => {
  await open(ACTIONS);
  const apply = async (number: number): Promise<string> =>
    await tool.text({ action: "code_actions", path: "a.txt", line: 2, apply: number });
  expect(await apply(2)).toBe("[lsp: action 2 is not possible: nothing selected]");
  expect(await apply(9)).toBe("[lsp: there is no code action 9 (5 listed)]");
  expect(await apply(4)).toBe(
    '[lsp: fake: "Run it" runs the server command fake.run, which may do more than edit]',
  );
  expect(server.methods()).not.toContain("workspace/executeCommand");
});

test("organize_imports applies the first action of its kind", async () => {
  await open(
    `"textDocument/codeAction": ({ context }) => context.only[0] === "source.organizeImports" ? [{ title: "Fix", kind: "quickfix", edit: {} }, { title: "Organize", kind: "source.organizeImports.fake", edit: { changes: { [uri("a.txt")]: [at(0, 0, 3, "ONE")] } } }] : []`,
  );
  expect(await tool.text({ action: "organize_imports", path: "a.txt" })).toBe(
    'applied "Organize": 1 edit(s) in 1 file(s)\na.txt: 1 edit(s)',
  );
  expect(project.read("a.txt")).toBe("ONE\ntwo\n");
});

test("nothing to organize is no failure", async () => {
  await open(`"textDocument/codeAction": () => []`);
  const result = await tool.call({ action: "organize_imports", path: "a.txt" });
  expect(result).toEqual({ text: "nothing to organize in a.txt" });
});

test("rename_file: edits and move in one transaction, and the server is told", async () => {
  await open(
    `"workspace/willRenameFiles": ({ files }) => ({ changes: { [uri("b.txt")]: [at(0, 0, 3, "new")] } })`,
    `workspace: { fileOperations: { willRename: { filters: [{ pattern: { glob: "**/*.txt" } }] }, didRename: { filters: [{ pattern: { glob: "**/*.txt" } }] } } }`,
  );
  const plan = await tool.plan({ action: "rename_file", path: "a.txt", new_path: "deep/c.txt" });
  expect(plan).toMatchObject({
    title: "rename_file a.txt → deep/c.txt",
    kind: "edit",
    permission: { subject: "file move" },
  });
  expect(await tool.text({ action: "rename_file", path: "a.txt", new_path: "deep/c.txt" })).toBe(
    "moved a.txt to deep/c.txt: 1 edit(s) in 1 file(s)\nb.txt: 1 edit(s)",
  );
  expect([project.read("deep/c.txt"), project.read("b.txt")]).toEqual(["one\ntwo\n", "new\n"]);
  expect(() => project.read("a.txt")).toThrow("ENOENT");
});

test("rename_file says when imports are not updated, and never overwrites", async () => {
  await open("");
  expect(await tool.text({ action: "rename_file", path: "a.txt", new_path: "b.txt" })).toBe(
    "[lsp: fake: rename_file refused: it moves a.txt to b.txt, which exists — nothing was written]",
  );
  expect(await tool.text({ action: "rename_file", path: "a.txt" })).toBe("[lsp: rename_file needs new_path]");
  expect(await tool.text({ action: "rename_file", path: "a.txt", new_path: "c.txt" })).toBe(
    "moved a.txt to c.txt: 0 edit(s) in 0 file(s)\nfake does not update imports: check the files that use it",
  );
});

test("without extended the further actions are refused and not declared", async () => {
  await open("");
  const plain = await openTool(project.dir, { servers: [server.server] });
  expect(plain.tool.input.properties?.["action"]?.enum).toEqual([
    "definition",
    "references",
    "hover",
    "symbols",
    "diagnostics",
    "rename",
  ]);
  expect(await plain.text({ action: "code_actions", path: "a.txt", line: 1 })).toBe(
    "[lsp: unknown action code_actions — use definition, references, hover, symbols, diagnostics, rename]",
  );
  expect(await plain.text({ action: "diagnostics" })).toBe("[lsp: diagnostics needs path]");
  await plain.close();
});

test("diagnostics without path sums up what is known", async () => {
  await open("");
  expect(await tool.text({ action: "diagnostics" })).toBe(
    "no file has been checked yet: call diagnostics with a path",
  );
  await tool.text({ action: "diagnostics", path: "a.txt" });
  expect(await tool.text({ action: "diagnostics" })).toBe(
    "1 diagnostic(s) in 1 of 1 file(s) known so far: (as last published)\nerror a.txt:2:1 no two",
  );
});

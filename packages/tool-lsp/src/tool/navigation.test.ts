import { afterEach, describe, expect, test } from "vitest";
import {
  makeProject,
  openTool,
  scripted,
  type Opened,
  type Project,
  type Scripted,
} from "../fixtures/harness.js";

const TEXT = "// greet in a comment\nsay greet; // 1\nuse greet\n";
let project: Project;
let tool: Opened;
let server: Scripted;

/** Opens a scripted server that answers one method with an expression over `params` and `count`. */
async function open(
  on: string,
  capabilities: string,
  files: Record<string, string> = { "a.txt": TEXT },
): Promise<void> {
  project = makeProject(files);
  server = scripted(
    project,
    `const uri = (name) => "file://" + process.cwd() + "/" + name;
     const range = (line, from, to) => ({ start: { line, character: from }, end: { line, character: to } });
     let count = 0;
     return { capabilities: { textDocumentSync: 2, ${capabilities} }, on: { ${on} } };`,
  );
  tool = await openTool(project.dir, { servers: [server.server] });
}

afterEach(async () => {
  await tool.close();
  project.remove();
});

describe("definition", () => {
  test.each([
    ["one location", `({ uri: uri("a.txt"), range: range(1, 4, 9) })`],
    [
      "a list",
      `[{ uri: uri("a.txt"), range: range(1, 4, 9) }, { uri: uri("a.txt"), range: range(1, 4, 9) }]`,
    ],
    [
      "links",
      `[{ targetUri: uri("a.txt"), targetRange: range(0, 0, 30), targetSelectionRange: range(1, 4, 9) }]`,
    ],
  ])("reads %s", async (_form, answer) => {
    await open(`"textDocument/definition": () => (${answer})`, "definitionProvider: true");
    expect(await tool.text({ action: "definition", path: "a.txt", symbol: "greet" })).toBe(
      "a.txt:2:5  say greet; // 1",
    );
  });

  test("tries code before comments, and the next place after a refusal", async () => {
    await open(
      `"textDocument/definition": ({ position }) => { if (position.line === 1) return api.refuse(-32000, "no identifier found"); return { uri: uri("a.txt"), range: range(2, 4, 9) }; }`,
      "definitionProvider: true",
    );
    expect(await tool.text({ action: "definition", path: "a.txt", symbol: "greet" })).toBe(
      "a.txt:3:5  use greet",
    );
    const asked = server.received().filter((entry) => entry["method"] === "textDocument/definition");
    expect(asked.map((entry) => entry["params"].position)).toEqual([
      { line: 1, character: 4 },
      { line: 2, character: 4 },
    ]);
  });

  test("an answer at the start of another file is only a last resort", async () => {
    await open(
      `"textDocument/definition": ({ position }) => ({ uri: uri("b.txt"), range: position.line === 1 ? range(0, 0, 0) : range(1, 0, 5) })`,
      "definitionProvider: true",
      { "a.txt": TEXT, "b.txt": "module b\ngreet\n" },
    );
    expect(await tool.text({ action: "definition", path: "a.txt", symbol: "greet" })).toBe(
      "b.txt:2:1  greet",
    );
    expect(await tool.text({ action: "definition", path: "a.txt", symbol: "greet", line: 2 })).toBe(
      "b.txt:1:1  module b",
    );
  });

  test("no answer names the first place", async () => {
    await open(`"textDocument/definition": () => null`, "definitionProvider: true");
    const result = await tool.call({ action: "definition", path: "a.txt", symbol: "greet" });
    expect(result).toMatchObject({
      ok: false,
      code: "not_found",
      text: "[lsp: no definition found for the symbol at a.txt:2:5]",
    });
  });

  test("a refusal everywhere is told in the server's words", async () => {
    await open(`"textDocument/hover": () => api.refuse(-32000, "no view")`, "hoverProvider: true");
    expect(await tool.text({ action: "hover", path: "a.txt", symbol: "greet" })).toBe(
      "[lsp: fake: hover failed: no view]",
    );
  });

  test("an action the server does not offer is not asked", async () => {
    await open("", "definitionProvider: true");
    expect(await tool.text({ action: "hover", path: "a.txt", symbol: "greet" })).toBe(
      "[lsp: fake: hover is not supported by this server]",
    );
    expect(server.methods()).not.toContain("textDocument/hover");
  });

  test("locations outside the project keep their absolute path", async () => {
    await open(
      `"textDocument/definition": () => ({ uri: "file:///usr/include/none.h", range: range(4, 2, 3) })`,
      "definitionProvider: true",
    );
    expect(await tool.text({ action: "definition", path: "a.txt", symbol: "greet" })).toBe(
      "/usr/include/none.h:5:3",
    );
  });
});

describe("positions", () => {
  test.each([
    [{ line: 2, column: 40 }, "[lsp: column 40 is past the end of line 2 (15 characters)]"],
    [{ line: 9, column: 1 }, "[lsp: line 9 is past the end of a.txt (3 lines)]"],
    [{ symbol: "greet", line: 9 }, "[lsp: line 9 is past the end of a.txt (3 lines)]"],
    [{}, "[lsp: definition needs symbol, or line and column]"],
    [{ symbol: "greeet" }, '[lsp: "greeet" not found in a.txt]\ndid you mean greet?'],
    [{ symbol: "xyzzy" }, '[lsp: "xyzzy" not found in a.txt]'],
    [{ symbol: "use", line: 1 }, '[lsp: "use" not found in a.txt on line 1 — it stands on line 3]'],
  ])("%j is refused", async (place, text) => {
    await open(`"textDocument/definition": () => null`, "definitionProvider: true");
    expect(await tool.text({ action: "definition", path: "a.txt", ...place })).toBe(text);
    expect(server.methods()).not.toContain("textDocument/definition");
  });

  test("a symbol with a wrong column means the nearest occurrence on the line", async () => {
    await open(
      `"textDocument/definition": ({ position }) => ({ uri: uri("a.txt"), range: { start: position, end: position } })`,
      "definitionProvider: true",
      {
        "a.txt": "greet(greet, 🎉, greet)\n",
      },
    );
    expect(
      await tool.text({ action: "definition", path: "a.txt", symbol: "greet", line: 1, column: 19 }),
    ).toContain("a.txt:1:17 ");
    expect(
      server.received().find((entry) => entry["method"] === "textDocument/definition")?.["params"].position,
    ).toEqual({ line: 0, character: 17 });
  });

  test.each([
    ["utf-8", 13],
    ["utf-16", 9],
    ["utf-32", 7],
  ])("a server that counts in %s", async (encoding, character) => {
    await open(
      `initialize: () => ({ capabilities: { textDocumentSync: 2, definitionProvider: true, positionEncoding: "${encoding}" } }),
       "textDocument/definition": ({ position }) => ({ uri: uri("a.txt"), range: { start: position, end: position } })`,
      "",
      { "a.txt": "é 🎉🎉  greet\n" },
    );
    expect(await tool.text({ action: "definition", path: "a.txt", symbol: "greet" })).toBe(
      "a.txt:1:7  é 🎉🎉  greet",
    );
    const asked = server.received().find((entry) => entry["method"] === "textDocument/definition");
    expect(asked?.["params"].position.character).toBe(
      character - (encoding === "utf-32" ? 1 : encoding === "utf-16" ? 1 : 0),
    );
  });
});

describe("answers", () => {
  test("hover joins every form of contents and drops inlined images", async () => {
    await open(
      `"textDocument/hover": () => ({ contents: [{ language: "ts", value: "greet()" }, "Says hello. ![x](data:image/png;base64,AAAA)", ""] })`,
      "hoverProvider: true",
    );
    expect(await tool.text({ action: "hover", path: "a.txt", symbol: "greet" })).toBe(
      "```ts\ngreet()\n```\n\nSays hello.",
    );
  });

  test("symbols: a tree with details, and the old flat form", async () => {
    await open(
      `"textDocument/documentSymbol": () => count++ === 0
         ? [{ name: "Greeter", kind: 5, range: range(0, 0, 1), selectionRange: range(1, 0, 1), children: [{ name: "greet", detail: "(p: Person)", kind: 6, range: range(2, 0, 1), selectionRange: range(2, 0, 1) }] }]
         : [{ name: "greet", kind: 12, location: { uri: uri("a.txt"), range: range(2, 0, 1) }, containerName: "x" }]`,
      "documentSymbolProvider: true",
    );
    expect(await tool.text({ action: "symbols", path: "a.txt" })).toBe(
      "class Greeter  line 2\n  method greet  [(p: Person)]  line 3",
    );
    expect(await tool.text({ action: "symbols", path: "a.txt" })).toBe("function greet  line 3");
  });

  test("references: sorted by path and position, without duplicates, counted, cut with the rest named", async () => {
    await open(
      `"textDocument/references": ({ context }) => context.includeDeclaration ? [..."ba"].flatMap((name) => [2, 1, 1].map((line) => ({ uri: uri(name + ".txt"), range: range(line, 4, 9) }))) : []`,
      "referencesProvider: true",
      { "a.txt": TEXT, "b.txt": TEXT },
    );
    expect(await tool.text({ action: "references", path: "a.txt", symbol: "greet" })).toBe(
      "4 reference(s):\na.txt:2:5  say greet; // 1\na.txt:3:5  use greet\nb.txt:2:5  say greet; // 1\nb.txt:3:5  use greet",
    );
  });

  test("references beyond maxOutput say how many are left", async () => {
    await open(
      `"textDocument/references": () => Array.from({ length: 300 }, (_, line) => ({ uri: uri("a.txt"), range: range(line, 0, 5) }))`,
      "referencesProvider: true",
      { "a.txt": "greet\n".repeat(300) },
    );
    const small = await openTool(project.dir, { servers: [server.server], maxOutput: 400 });
    const text = await small.text({ action: "references", path: "a.txt", symbol: "greet" });
    await small.close();
    expect(text).toMatch(/^300 reference\(s\):\n/u);
    expect(text).toMatch(/\n… 2\d\d more in 1 file\(s\)$/u);
    expect(text.length).toBeLessThanOrEqual(400);
  });
});

test("a file no server is for, a missing file, a folder", async () => {
  await open("", "", { "a.txt": TEXT, "x.md": "", "d.txt/e": "" });
  expect(await tool.call({ action: "hover", path: "x.md", symbol: "a" })).toMatchObject({
    ok: false,
    code: "unsupported",
    text: '[lsp: no language server for "x.md" — configured: fake (.txt)]',
  });
  expect(await tool.text({ action: "hover", path: "none.txt", symbol: "a" })).toBe(
    "[lsp: none.txt does not exist]",
  );
  expect(await tool.text({ action: "hover", path: "d.txt", symbol: "a" })).toBe("[lsp: d.txt is not a file]");
});

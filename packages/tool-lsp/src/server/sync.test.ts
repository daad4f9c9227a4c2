import { symlinkSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import {
  makeProject,
  openTool,
  scripted,
  until,
  type Opened,
  type OpenOptions,
  type Project,
  type Scripted,
} from "../fixtures/harness.js";

let project: Project;
let tool: Opened;
let server: Scripted;

async function open(files: Record<string, string>, body: string, options: OpenOptions = {}): Promise<void> {
  project = makeProject(files);
  server = scripted(project, body, { unknown: true });
  tool = await openTool(project.dir, { ...options, servers: [server.server] });
}

interface Named {
  readonly uri: string;
  readonly type?: number;
}

/** Messages about documents and watched files, as `method name`. */
const sent = (): string[] =>
  server
    .received()
    .filter((entry) =>
      /^(?:textDocument\/did|workspace\/didChangeWatchedFiles)/u.test(String(entry["method"])),
    )
    .map((entry) => {
      const { textDocument, changes } = entry["params"];
      const names = textDocument ? [textDocument] : changes;
      return `${entry["method"].split("/")[1]} ${names.map((one: Named) => one.uri.split("/").at(-1) + (one.type ? `=${one.type}` : "")).join(",")}`;
    });

const HOVER = (path = "a.txt") => ({ action: "hover", path, symbol: "greet" }) as const;
const body = (sync: string, on = "", more = ""): string =>
  `return { ${more} capabilities: { textDocumentSync: ${sync}, hoverProvider: true }, on: { "textDocument/hover": () => ({ contents: "ok" }), ${on} } };`;

afterEach(async () => {
  await tool.close();
  project.remove();
});

describe("files are sent as they are on disk", () => {
  test("opened once, changed only when the text moved, saved where the server wants it", async () => {
    await open(
      { "a.txt": "\ufeffgreet\r\n" },
      body("{ openClose: true, change: 2, save: { includeText: true } }"),
    );
    await tool.text(HOVER());
    await tool.text(HOVER());
    expect(sent()).toEqual(["didOpen a.txt"]);
    project.write("a.txt", "x 🎉\ngreet 2");
    await tool.text(HOVER());
    expect(sent()).toEqual(["didOpen a.txt", "didChange a.txt", "didSave a.txt"]);
    const [opened, changed, saved] = server
      .received()
      .filter((entry) => /\/did(?:Open|Change|Save)/u.test(String(entry["method"])));
    expect(opened?.["params"].textDocument).toMatchObject({
      languageId: "txt",
      version: 1,
      text: "greet\r\n",
    });
    expect(changed?.["params"]).toMatchObject({
      textDocument: { version: 2 },
      contentChanges: [
        {
          range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
          text: "x 🎉\ngreet 2",
        },
      ],
    });
    expect(saved?.["params"].text).toBe("x 🎉\ngreet 2");
  });

  test("a server without ranges gets the bare text", async () => {
    await open({ "a.txt": "greet\n" }, body("1"));
    await tool.text(HOVER());
    project.write("a.txt", "greet 2\n");
    await tool.text(HOVER());
    expect(
      server.received().find((entry) => entry["method"] === "textDocument/didChange")?.["params"]
        .contentChanges,
    ).toEqual([{ text: "greet 2\n" }]);
  });

  test("a change of the same length at once is seen", async () => {
    await open({ "a.txt": "greet 1\n" }, body("1"));
    for (let turn = 2; turn < 8; turn++) {
      await tool.text(HOVER());
      project.write("a.txt", `greet ${turn}\n`);
    }
    await tool.text(HOVER());
    expect(sent().filter((row) => row.startsWith("didChange"))).toHaveLength(6);
  });

  test("another open file that changed or went is told before the question", async () => {
    await open({ "a.txt": "greet\n", "b.txt": "greet\n", "c.txt": "greet\n" }, body("1"));
    for (const name of ["a.txt", "b.txt", "c.txt"]) await tool.text(HOVER(name));
    project.write("b.txt", "greet 2\n");
    const { rmSync } = await import("node:fs");
    rmSync(project.path("c.txt"));
    await tool.text(HOVER());
    expect(sent().slice(3)).toEqual(["didChange b.txt", "didClose c.txt"]);
  });

  test("a file nobody has open: told to a server that watches it, shown to one that does not", async () => {
    await open(
      { "a.txt": "greet\n", "b.txt": "1\n", "c.md": "1\n", "deep/d.txt": "1\n", "node_modules/x.txt": "1\n" },
      body("1", `initialized: async () => { if (process.cwd().includes("-watch")) return; }`),
    );
    await tool.text(HOVER());
    project.write("b.txt", "2\n");
    project.write("c.md", "2\n");
    project.write("node_modules/x.txt", "2\n");
    project.write("deep/new/e.txt", "2\n");
    project.write("deep/dist/f.txt", "2\n");
    await tool.text(HOVER());
    expect(sent().slice(1).toSorted()).toEqual(["didOpen b.txt", "didOpen e.txt"]);
  });

  test("watched files are told by their registered patterns and kinds", async () => {
    await open(
      { "a.txt": "greet\n", "b.txt": "1\n", "c.md": "1\n", "deep/d.json": "1\n" },
      body(
        "1",
        `initialized: () => api.request("client/registerCapability", { registrations: [{ id: "w", method: "workspace/didChangeWatchedFiles", registerOptions: { watchers: [
           { globPattern: "**/*.{txt,md}" }, { globPattern: { baseUri: "file://" + process.cwd() + "/deep", pattern: "*.json" }, kind: 1 } ] } }] })`,
      ),
    );
    await tool.text(HOVER());
    await until(() => server.received().some((entry) => "answer" in entry));
    project.write("b.txt", "2\n");
    project.write("c.md", "2\n");
    project.write("deep/d.json", "2\n");
    project.write("deep/e.json", "2\n");
    await tool.text(HOVER());
    const events = server
      .received()
      .filter((entry) => entry["method"] === "workspace/didChangeWatchedFiles")
      .flatMap((entry) => entry["params"].changes);
    expect(events.map((event: Named) => `${event.uri.split("/").at(-1)}=${event.type}`).toSorted()).toEqual([
      "b.txt=2",
      "c.md=2",
      "e.json=1",
    ]);
    expect(sent()).not.toContain("didOpen b.txt");
  });

  test("a root that is a link: answers below its real path are shown relative", async () => {
    project = makeProject({ "real/a.txt": "greet\n" });
    symlinkSync(project.path("real"), project.path("link"));
    server = scripted(
      project,
      `return { capabilities: { textDocumentSync: 1, definitionProvider: true }, on: { "textDocument/definition": () => ({ uri: "file://" + process.cwd() + "/a.txt", range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } } }) } };`,
    );
    tool = await openTool(project.path("link"), { servers: [server.server] });
    expect(await tool.text({ action: "definition", path: "a.txt", symbol: "greet" })).toBe(
      "a.txt:1:1  greet",
    );
  });
});

describe("readiness", () => {
  test("questions wait for the progress a server reports", async () => {
    await open(
      { "a.txt": "greet\n" },
      body(
        "1",
        `"textDocument/didOpen": async () => {
           await api.request("window/workDoneProgress/create", { token: "index" });
           api.notify("$/progress", { token: "index", value: { kind: "begin", title: "Indexing" } });
           await api.sleep(700);
           api.record({ method: "indexed" });
           api.notify("$/progress", { token: "index", value: { kind: "end" } });
         }`,
      ),
    );
    await tool.text(HOVER());
    const seen = server.methods().filter((method) => method === "indexed" || method === "textDocument/hover");
    expect(seen).toEqual(["indexed", "textDocument/hover"]);
  });

  const endless = `"textDocument/didOpen": () => api.notify("$/progress", { token: 1, value: { kind: "begin", title: "Indexing" } })`;

  test("at the limit the answer says that it may be incomplete, and a rename refuses", async () => {
    await open(
      { "a.txt": "greet\n" },
      body("1", endless).replace("hoverProvider: true", "hoverProvider: true, renameProvider: true"),
      { readyMs: 600 },
    );
    expect(await tool.text(HOVER())).toBe("ok\n(server still indexing: may be incomplete)");
    expect(await tool.text({ action: "rename", path: "a.txt", symbol: "greet", new_name: "hello" })).toBe(
      "[lsp: fake: rename refused: the server is still indexing after 1s and could miss uses — call lsp again later]",
    );
    expect(server.methods()).not.toContain("textDocument/rename");
  });

  test("thin answers of a young server without a signal are asked again", async () => {
    await open(
      { "a.txt": "greet\n", "b.txt": "greet\n" },
      `let asked = 0; const at = (name) => ({ uri: "file://" + process.cwd() + "/" + name, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } } });
       return { capabilities: { textDocumentSync: 1, referencesProvider: true }, on: { "textDocument/references": () => [[], [at("a.txt")], [at("a.txt"), at("b.txt")]][asked++] } };`,
    );
    expect(await tool.text({ action: "references", path: "a.txt", symbol: "greet" })).toMatch(
      /^2 reference\(s\):/u,
    );
  });
});

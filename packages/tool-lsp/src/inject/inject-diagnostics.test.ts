import type { AfterToolInfo, FileChange, Result } from "@mm-agent/core";
import { afterEach, expect, test } from "vitest";
import {
  makeProject,
  openTool,
  scripted,
  type Opened,
  type OpenOptions,
  type Project,
} from "../fixtures/harness.js";

let project: Project;
let tool: Opened;

async function open(on: string, options: OpenOptions = {}): Promise<void> {
  project = makeProject({ "a.txt": "one\n" });
  const server = scripted(
    project,
    `return { capabilities: { textDocumentSync: 1, diagnosticProvider: {} }, on: { ${on} } };`,
  );
  tool = await openTool(project.dir, { injectDiagnostics: true, ...options, servers: [server.server] });
}

/** Writes the file and runs the hook as the dispatcher does after an edit. */
async function edit(text: string, result: Partial<Result> = {}, name = "a.txt"): Promise<string | undefined> {
  project.write(name, text);
  const change: FileChange = { path: project.path(name), patch: "", added: 1, removed: 1 };
  const info: AfterToolInfo = {
    tool: tool.tool,
    input: {},
    ctx: tool.ctx(),
    result: { text: "ok", changes: [change], ...result },
  };
  return (await tool.instance.hooks?.afterTool?.(info))?.append;
}

const FULL = `"textDocument/didOpen": ({ textDocument: t }) => { globalThis.text = t.text; }, "textDocument/didChange": ({ contentChanges: [c] }) => { globalThis.text = c.text; },
  "textDocument/diagnostic": () => ({ kind: "full", items: globalThis.text.split("\\n").flatMap((line, at) => line.startsWith("bad") ? [{ range: { start: { line: at, character: 0 }, end: { line: at, character: 3 } }, severity: line.endsWith("w") ? 2 : 1, message: line }] : []) })`;

afterEach(async () => {
  await tool.close();
  project.remove();
});

test("appends errors, then only new ones; warnings and old errors are left out", async () => {
  await open(FULL);
  expect(await edit("bad 1\nbad w\n")).toBe("[lsp: 1 error(s) after this edit]\nerror a.txt:1:1 bad 1");
  expect(await edit("fine\nbad 1\nbad 2\n")).toBe("[lsp: 1 error(s) after this edit]\nerror a.txt:3:1 bad 2");
  expect(await edit("fine\n")).toBeUndefined();
});

test("failed edits, other files, deleted files and calls without changes are left alone", async () => {
  await open(FULL);
  expect(await edit("bad\n", { ok: false })).toBeUndefined();
  expect(await edit("bad\n", { changes: [] })).toBeUndefined();
  expect(await edit("bad\n", {}, "b.md")).toBeUndefined();
  expect(
    await edit("bad\n", {
      changes: [{ path: project.path("a.txt"), patch: "", added: 0, removed: 1, after: null }],
    }),
  ).toBeUndefined();
});

test.each([
  ["a server that is silent", `"textDocument/diagnostic": () => api.NEVER`],
  ["a server that hangs in its start", `initialize: () => api.NEVER`],
  ["a server that dies", `"textDocument/diagnostic": () => process.exit(1)`],
  ["a server that refuses", `"textDocument/diagnostic": () => api.refuse(-32603, "no")`],
])("%s neither fails nor holds up the edit beyond waitMs", async (_what, on) => {
  await open(on, { waitMs: 700 });
  const start = performance.now();
  expect(await edit("bad\n")).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(3000);
});

test("without the option there is no hook", async () => {
  await open(FULL, { injectDiagnostics: false });
  expect(tool.instance.hooks).toBeUndefined();
});

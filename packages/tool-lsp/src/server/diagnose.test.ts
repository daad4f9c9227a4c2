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
const DIAGNOSTICS = { action: "diagnostics", path: "a.txt" } as const;

/** `publish(uri, messages, version)` and `on` handlers over a push server. */
async function open(on: string, options: OpenOptions = {}, capabilities = ""): Promise<void> {
  project = makeProject({ "a.txt": "one\ntwo 🎉 three\n" });
  server = scripted(
    project,
    `const entry = (message, severity = 1) => ({ range: { start: { line: 1, character: 7 }, end: { line: 1, character: 12 } }, severity, source: "fake", message });
     const publish = (uri, messages, version) => api.notify("textDocument/publishDiagnostics", { uri, version, diagnostics: messages.map((message) => entry(message)) });
     return { capabilities: { textDocumentSync: 1, ${capabilities} }, on: { ${on} } };`,
  );
  tool = await openTool(project.dir, { waitMs: 2500, ...options, servers: [server.server] });
}

afterEach(async () => {
  await tool.close();
  project.remove();
});

describe("published", () => {
  test("with a version: that of the present text counts, columns are characters", async () => {
    await open(
      `"textDocument/didOpen": ({ textDocument: t }) => { publish(t.uri, ["stale"], 0); setTimeout(() => publish(t.uri, ["broken\\nreally"], t.version), 200); }`,
    );
    expect(await tool.text(DIAGNOSTICS)).toBe(
      "1 diagnostic(s) in a.txt:\nerror a.txt:2:7 broken\n    really [fake]",
    );
  });

  test("without a version: an empty first list is no proof of a clean file", async () => {
    await open(
      `"textDocument/didOpen": ({ textDocument: t }) => { publish(t.uri, []); setTimeout(() => publish(t.uri, ["broken"]), 150); }`,
    );
    expect(await tool.text(DIAGNOSTICS)).toContain("1 diagnostic(s) in a.txt:");
  });

  test("without a version: an empty list followed by silence is clean, later as last published", async () => {
    await open(`"textDocument/didOpen": ({ textDocument: t }) => publish(t.uri, [])`);
    expect(await tool.call(DIAGNOSTICS)).toMatchObject({ text: "no diagnostics: a.txt is clean" });
    expect(await tool.text(DIAGNOSTICS)).toBe("no diagnostics: a.txt is clean (as last published)");
  });

  test("an unchanged file gives what was last published, a changed one waits for the new word", async () => {
    await open(`"textDocument/didOpen": ({ textDocument: t }) => publish(t.uri, ["old"], t.version),
      "textDocument/didChange": ({ textDocument: t }) => setTimeout(() => publish(t.uri, ["new"], t.version), 300)`);
    expect(await tool.text(DIAGNOSTICS)).toBe("1 diagnostic(s) in a.txt:\nerror a.txt:2:7 old [fake]");
    expect(await tool.text(DIAGNOSTICS)).toBe(
      "1 diagnostic(s) in a.txt: (as last published)\nerror a.txt:2:7 old [fake]",
    );
    project.write("a.txt", "one\ntwo 🎉 four\n");
    expect(await tool.text(DIAGNOSTICS)).toBe("1 diagnostic(s) in a.txt:\nerror a.txt:2:7 new [fake]");
  });

  test("when another file changed, the old word does not count", async () => {
    await open(`"textDocument/didOpen": ({ textDocument: t }) => publish(t.uri, [], t.version),
      "textDocument/didChange": ({ textDocument: t }) => publish(t.uri, ["import is gone"], t.version)`);
    expect(await tool.text(DIAGNOSTICS)).toBe("no diagnostics: a.txt is clean");
    project.write("other.txt", "x\n");
    expect(await tool.text(DIAGNOSTICS)).toBe(
      "1 diagnostic(s) in a.txt:\nerror a.txt:2:7 import is gone [fake]",
    );
  });

  test("a server that never speaks is not taken for a clean file", async () => {
    await open("", { waitMs: 900 });
    expect(await tool.call(DIAGNOSTICS)).toMatchObject({
      ok: false,
      code: "timeout",
      text: "no diagnostics received for a.txt within 0.9s (fake may still be working: call again, or run the project's own check; this does not mean the file is clean)",
    });
  });

  test("a server that speaks only about changes is sent the text once more", async () => {
    await open(`"textDocument/didChange": ({ textDocument: t }) => publish(t.uri, ["found"], t.version)`);
    expect(await tool.text(DIAGNOSTICS)).toBe("1 diagnostic(s) in a.txt:\nerror a.txt:2:7 found [fake]");
  });
});

describe("pulled", () => {
  test("every identifier is asked, a cancelled pull again", async () => {
    await open(
      `"textDocument/diagnostic": ({ identifier }) => { if (!globalThis.once) { globalThis.once = true; return api.refuse(-32802, "busy"); } return { kind: "full", items: [entry(identifier ?? "static")] }; },
       initialized: () => api.request("client/registerCapability", { registrations: [{ id: "d", method: "textDocument/diagnostic", registerOptions: { identifier: "lint" } }] })`,
      {},
      "diagnosticProvider: { identifier: 'types' }",
    );
    expect(await tool.text(DIAGNOSTICS)).toContain("error a.txt:2:7 types [fake]");
    await until(() => server.received().some((entry) => "answer" in entry));
    expect(await tool.text(DIAGNOSTICS)).toBe(
      "2 diagnostic(s) in a.txt:\nerror a.txt:2:7 types [fake]\nerror a.txt:2:7 lint [fake]",
    );
    expect(await tool.text(DIAGNOSTICS)).not.toContain("as last published");
  });

  test("a pull registered late is used", async () => {
    await open(
      `"textDocument/diagnostic": () => ({ kind: "full", items: [entry("pulled")] }),
       "textDocument/didOpen": async () => { await api.sleep(250); await api.request("client/registerCapability", { registrations: [{ id: "d", method: "textDocument/diagnostic" }] }); }`,
    );
    expect(await tool.text(DIAGNOSTICS)).toBe("1 diagnostic(s) in a.txt:\nerror a.txt:2:7 pulled [fake]");
  });

  test("an error of the server is told, not taken for clean", async () => {
    await open(
      `"textDocument/diagnostic": () => api.refuse(-32603, "checker crashed")`,
      {},
      "diagnosticProvider: {}",
    );
    expect(await tool.text(DIAGNOSTICS)).toBe("[lsp: fake: diagnostics failed: checker crashed]");
  });
});

test("every severity has its word, rows are sorted by place", async () => {
  await open(
    `"textDocument/diagnostic": () => ({ kind: "full", items: [4, 3, 2, 1].map((severity) => ({ ...entry("m" + severity, severity), range: { start: { line: severity % 2, character: 0 }, end: { line: 1, character: 1 } } })) })`,
    {},
    "diagnosticProvider: {}",
  );
  expect(await tool.text(DIAGNOSTICS)).toBe(
    "4 diagnostic(s) in a.txt:\nhint a.txt:1:1 m4 [fake]\nwarning a.txt:1:1 m2 [fake]\ninformation a.txt:2:1 m3 [fake]\nerror a.txt:2:1 m1 [fake]",
  );
});

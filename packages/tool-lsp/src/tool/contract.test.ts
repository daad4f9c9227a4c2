import {
  createDispatcher,
  createLoopDetector,
  createPolicy,
  createWorkspace,
  type Answer,
  type PermissionRequest,
} from "@mm-agent/core";
import { testTool } from "@mm-agent/core/testing";
import { afterEach, expect, test } from "vitest";
import { resolveServers } from "../config/resolve-servers.js";
import { makeProject, openTool, scripted, testEnv, type Project } from "../fixtures/harness.js";
import { LanguageServerPool } from "../pool.js";
import { createLspTool } from "./create-lsp-tool.js";

const SCRIPT = `const at = (name) => ({ uri: "file://" + process.cwd() + "/" + name, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } } });
  return { capabilities: { textDocumentSync: 1, hoverProvider: true, renameProvider: true }, on: {
    "textDocument/hover": () => ({ contents: "ok" }),
    "textDocument/rename": ({ textDocument, newName }) => ({ changes: { [textDocument.uri]: [{ range: at("a").range, newText: newName }] } }) } };`;
let project: Project;

afterEach(() => project.remove());

test("the conformance kit has nothing to say", async () => {
  project = makeProject({});
  const server = scripted(project, SCRIPT).server;
  const { servers } = resolveServers([server], { cwd: project.dir, env: testEnv(), trusted: true });
  const pools: LanguageServerPool[] = [];
  const limits = { waitMs: 500, readyMs: 5000, requestMs: 5000 };
  const tool = createLspTool({
    servers,
    extended: false,
    open: async () => ({ pool: pools.at(-1) as LanguageServerPool, limits }),
  });
  const findings = await testTool(tool, {
    inputs: [
      { action: "hover", path: "a.txt", symbol: "greet" },
      { action: "rename", path: "a.txt", symbol: "greet", new_name: "hello" },
      { action: "definition", path: "none.txt", symbol: "greet" },
    ],
    async setup(folder) {
      const { writeFileSync } = await import("node:fs");
      writeFileSync(`${folder}/a.txt`, "greet\n");
      pools.push(new LanguageServerPool({ root: folder, servers }));
    },
  });
  await Promise.all(pools.map((pool) => pool.dispose()));
  expect(findings.filter((finding) => !finding.ok)).toEqual([]);
});

test("reading never asks; a rename asks with its diffs, and a refusal writes nothing", async () => {
  project = makeProject({ "a.txt": "greet\n" });
  const opened = await openTool(project.dir, { servers: [scripted(project, SCRIPT).server] });
  const asked: PermissionRequest[] = [];
  let answer: Answer = { outcome: "reject" };
  const dispatcher = createDispatcher({
    sessionId: "s",
    cwd: project.dir,
    tools: [opened.tool],
    policy: createPolicy({ mode: "ask", rules: [] }),
    loop: createLoopDetector(),
    workspace: createWorkspace({ root: project.dir }),
    env: testEnv(),
    configOf: () => ({}),
    limits: { maxOutput: 20_000 },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    host: { spawnSelf: () => ({ command: "", args: [], env: {} }) },
    ask: async (request) => {
      asked.push(request);
      return answer;
    },
    emit() {},
    history: () => [],
  });
  const call = async (callId: string, input: object): Promise<string> => {
    const [outcome] = await dispatcher.run(
      [{ callId, name: "lsp", input, origin: "model" }],
      new AbortController().signal,
    );
    return outcome?.result.text ?? "";
  };
  const rename = { action: "rename", path: "a.txt", symbol: "greet", new_name: "hello" };
  expect(await call("1", { action: "hover", path: "a.txt", symbol: "greet" })).toBe("ok");
  expect(asked).toEqual([]);
  expect(await call("2", rename)).toBe("[rename rejected by the user]");
  expect(project.read("a.txt")).toBe("greet\n");
  expect(asked).toMatchObject([
    {
      tool: "lsp",
      kind: "edit",
      title: "rename a.txt greet → hello",
      subject: "rename",
      changes: [{ patch: "@@ -1,1 +1,1 @@\n-greet\n+hello\n" }],
    },
  ]);
  answer = { outcome: "once" };
  expect(await call("3", rename)).toBe("renamed to hello: 1 edit(s) in 1 file(s)\na.txt: 1 edit(s)");
  expect(project.read("a.txt")).toBe("hello\n");
  await opened.close();
});

test("a confined session is not asked about files outside, and says so", async () => {
  project = makeProject({ "in/a.txt": "greet\n", "out.txt": "greet\n" });
  const server = scripted(project, SCRIPT).server;
  const opened = await openTool(project.path("in"), { servers: [server], confine: true });
  expect(await opened.call({ action: "hover", path: "../out.txt", symbol: "greet" })).toEqual({
    ok: false,
    code: "denied",
    text: `[lsp: ${project.path("out.txt")} is outside the project folder ${project.path("in")}; only files inside it may be used]`,
  });
  expect(await opened.text({ action: "hover", path: "a.txt", symbol: "greet" })).toBe("ok");
  await opened.close();
});

test.each(["edit_file", "write_file"])(
  "a rule that denies %s denies a rename that would touch the file, whatever else is allowed",
  async (denied) => {
    project = makeProject({ "a.txt": "greet\n" });
    const opened = await openTool(project.dir, { servers: [scripted(project, SCRIPT).server] });
    const dispatcher = createDispatcher({
      sessionId: "s",
      cwd: project.dir,
      tools: [opened.tool],
      policy: createPolicy({
        mode: "yolo",
        rules: [{ tool: denied, pattern: "a.txt", decision: "deny", source: "--deny" }],
      }),
      loop: createLoopDetector(),
      workspace: createWorkspace({ root: project.dir }),
      env: testEnv(),
      configOf: () => ({}),
      limits: { maxOutput: 20_000 },
      log: { debug() {}, info() {}, warn() {}, error() {} },
      host: { spawnSelf: () => ({ command: "", args: [], env: {} }) },
      ask: async () => ({ outcome: "once" }),
      emit() {},
      history: () => [],
    });
    const input = { action: "rename", path: "a.txt", symbol: "greet", new_name: "hello" };
    const [outcome] = await dispatcher.run(
      [{ callId: "1", name: "lsp", input, origin: "model" }],
      new AbortController().signal,
    );
    expect(outcome?.result).toMatchObject({ ok: false, code: "denied" });
    expect(outcome?.result.text).toBe("[lsp denied by rule a.txt]");
    expect(project.read("a.txt")).toBe("greet\n");
    await opened.close();
  },
);

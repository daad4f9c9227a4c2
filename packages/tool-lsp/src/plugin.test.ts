import { createRequire } from "node:module";
import { chmodSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  makeProject,
  openTool,
  scripted,
  testEnv,
  type OpenOptions,
  type Project,
} from "./fixtures/harness.js";
import lspPlugin from "./plugin.js";

let project: Project;
let system: Project;

beforeEach(() => {
  system = makeProject({});
});
afterEach(() => {
  project.remove();
  system.remove();
});

/** A program that exists and is never started: `bin/…` outside of the project, everything else inside. */
function program(name: string): void {
  const owner = name.startsWith("bin/") ? system : project;
  owner.write(name, "#!/bin/sh\n");
  chmodSync(owner.path(name), 0o755);
}

const loaded = (): boolean =>
  Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes("vscode-jsonrpc"));

test("nothing of LSP is loaded or started before the first call", async () => {
  project = makeProject({ "a.txt": "greet\n" });
  const server = scripted(
    project,
    `return { capabilities: { hoverProvider: true }, on: { "textDocument/hover": () => ({ contents: "ok" }) } };`,
  );
  const tool = await openTool(project.dir, { servers: [server.server] });
  expect([loaded(), server.pids()]).toEqual([false, []]);
  expect(await tool.text({ action: "hover", path: "a.txt", symbol: "greet" })).toBe("ok");
  expect(loaded()).toBe(true);
  await tool.close();
});

test("what a model is told", async () => {
  project = makeProject({});
  program("bin/gopls");
  const tool = await openTool(project.dir, {
    servers: [{ name: "gopls", command: "gopls", extensions: ["go"] }],
    path: system.path("bin"),
  });
  expect(tool.tool.description).toMatchInlineSnapshot(`
    "Asks a language server about code: exact where text search guesses.
    - definition: where a symbol is defined
    - references: every use of it, declaration included
    - hover: its signature, type and documentation
    - symbols: outline of a file
    - diagnostics: errors and warnings of a file as it is on disk
    - rename: renames a symbol in every file at once (needs new_name); never use edit_file for that
    Name the symbol (\`symbol\`, and \`line\` when the name means several things), or give line and column.
    Servers available: gopls (.go)."
  `);
  expect(tool.tool).toMatchObject({
    name: "lsp",
    kind: "read",
    icon: "🔎",
    counter: { icon: "🔎", label: "lsp call(s)" },
  });
  expect(lspPlugin).toMatchObject({ name: "lsp", apiVersion: 1, config: { key: "lsp" } });
});

describe("titles", () => {
  test.each([
    [{ action: "definition", symbol: "greet" }, "definition main.go greet"],
    [{ action: "hover", line: 9, column: 14 }, "hover main.go:9:14"],
    [{ action: "definition", symbol: "p.greet", line: 9 }, "definition main.go greet"],
    [{ action: "diagnostics" }, "diagnostics main.go"],
    [{ action: "rename", symbol: "greet", new_name: "`hello`" }, "rename main.go greet → hello"],
    [{ action: "rename", symbol: "Greet 1 12 Hello" }, "rename main.go Greet → Hello"],
  ] as const)("%j", async (input, title) => {
    project = makeProject({});
    program("bin/gopls");
    const tool = await openTool(project.dir, {
      servers: [{ name: "gopls", command: "gopls", extensions: [".go"] }],
      path: system.path("bin"),
    });
    expect((await tool.plan({ path: "./main.go", ...input })).title).toBe(title);
    await tool.close();
  });
});

describe("which servers there are", () => {
  const setup = async (config: OpenOptions | boolean, trusted = true) => {
    const notices: string[] = [];
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const env = testEnv(system.path("bin"));
    const workspace = { root: project.dir } as never;
    const instance = await lspPlugin.setup({
      id: "s",
      cwd: project.dir,
      config,
      env,
      log,
      workspace,
      trusted,
      limits: { maxOutput: 1000 },
      notice: (text) => notices.push(text),
    });
    return {
      notices,
      description: instance.tools[0]?.description.split("\n").at(-1),
      absent: instance.absent,
    };
  };

  test("a listed server that is missing is warned of, the others stay", async () => {
    project = makeProject({});
    program("bin/gopls");
    const servers = [
      { name: "go", command: "gopls", extensions: [".go"], unknown: 1 } as never,
      { name: "py", command: "pyright-langserver", extensions: [".py"] },
    ];
    expect(await setup({ servers })).toEqual({
      notices: [
        "[warning: lsp server go: unknown option unknown — ignored]",
        "[warning: lsp server py (pyright-langserver) not found on the PATH — skipped]",
      ],
      description: "Servers available: go (.go).",
      absent: undefined,
    });
  });

  test("a listed server that could only run the project's own compiler waits for trust", async () => {
    project = makeProject({
      "node_modules/typescript/package.json": "{}",
      "node_modules/typescript/lib/tsserver.js": "",
    });
    program("bin/typescript-language-server");
    const servers = [{ name: "ts", command: "typescript-language-server", extensions: [".ts"] }];
    expect((await setup({ servers }, true)).description).toBe("Servers available: ts (.ts).");
    expect((await setup({ servers }, false)).notices).toEqual([
      "[warning: lsp server ts (typescript-language-server) would run the project's own code — skipped until the folder is trusted]",
    ]);
  });

  test("none found: no tool, and the reason", async () => {
    project = makeProject({});
    expect(await setup({ servers: [{ name: "py", command: "pylsp", extensions: [".py"] }] })).toEqual({
      notices: ["[warning: lsp server py (pylsp) not found on the PATH — skipped]"],
      description: undefined,
      absent: [{ name: "lsp", reason: "none of the servers in lsp.servers was found on the PATH" }],
    });
    expect((await setup({})).absent).toEqual([{ name: "lsp", reason: "no language server is installed" }]);
  });

  test("false turns it off without a word, true is the same as nothing", async () => {
    project = makeProject({});
    program("bin/gopls");
    expect(await setup(false)).toEqual({
      notices: [],
      description: undefined,
      absent: [{ name: "lsp", reason: "turned off in the configuration" }],
    });
    expect((await setup(true)).description).toBe("Servers available: gopls (.go).");
  });

  test("without a list, installed servers are offered; the project's own only in a trusted folder", async () => {
    project = makeProject({
      "node_modules/typescript/package.json": '{ "name": "typescript", "version": "5.9.3" }',
      "node_modules/typescript/lib/tsserver.js": "",
    });
    program("bin/clangd");
    program("node_modules/.bin/typescript-language-server");
    program("node_modules/.bin/pyright-langserver");
    expect((await setup({})).description).toMatch(
      /^Servers available: typescript \(\.ts, .*\), pyright \(\.py, \.pyi\), clangd \(\.c, /u,
    );
    const untrusted = await setup({}, false);
    expect(untrusted.description).toMatch(/^Servers available: clangd \(\.c, [^()]*\)\.$/u);
    expect(untrusted.notices).toEqual([
      "[warning: lsp: no language server for .ts, .tsx, .js, .jsx, .mts, .cts, .mjs, .cjs: typescript-language-server belongs to the project and is not started until the folder is trusted]",
      "[warning: lsp: no language server for .py, .pyi: pyright-langserver belongs to the project and is not started until the folder is trusted]",
    ]);
    const tool = await openTool(project.dir, { trusted: false, path: system.path("bin") });
    expect(await tool.text({ action: "hover", path: "a.ts", symbol: "a" })).toMatch(
      /^\[lsp: no language server for "a\.ts" — configured: clangd [^\n]*\]\ntypescript-language-server belongs to the project and is not started until the folder is trusted$/u,
    );
    await tool.close();
  });

  test("a typescript-language-server without a TypeScript says what it lacks, unasked only where it is wanted", async () => {
    const reason =
      'typescript-language-server is installed, but no TypeScript 4 to 6 for it, neither in the project nor beside it — "npm install --save-dev typescript@5" adds one';
    project = makeProject({});
    program("bin/typescript-language-server");
    expect(await setup({})).toEqual({
      notices: [],
      description: undefined,
      absent: [{ name: "lsp", reason }],
    });
    program("bin/gopls");
    project.write("tsconfig.json", "{}");
    expect((await setup({})).notices).toEqual([
      `[warning: lsp: no language server for .ts, .tsx, .js, .jsx, .mts, .cts, .mjs, .cjs: ${reason}]`,
    ]);
    const tool = await openTool(project.dir, { path: system.path("bin") });
    expect(await tool.text({ action: "hover", path: "a.ts", symbol: "a" })).toBe(
      `[lsp: no language server for "a.ts" — configured: gopls (.go)]\n${reason}`,
    );
    await tool.close();
    project.write("node_modules/typescript/package.json", "{}");
    project.write("node_modules/typescript/lib/tsserver.js", "");
    expect((await setup({}, false)).notices).toEqual([
      "[warning: lsp: no language server for .ts, .tsx, .js, .jsx, .mts, .cts, .mjs, .cjs: typescript-language-server has no TypeScript beside it, and the project's own is not used until the folder is trusted]",
    ]);
  });

  test("a PATH that leads into a folder that is not trusted is not followed there", async () => {
    project = makeProject({});
    program("tools/gopls");
    const { findCommand } = await import("./config/find-command.js");
    const env = { PATH: project.path("tools") };
    expect(findCommand("gopls", { cwd: project.dir, env, trusted: true })).toBe(project.path("tools/gopls"));
    expect(findCommand("gopls", { cwd: project.dir, env, trusted: false })).toBeUndefined();
    project.write(".git/HEAD", "");
    expect(findCommand("gopls", { cwd: project.path("deep"), env, trusted: false })).toBeUndefined();
    expect(findCommand("./tools/gopls", { cwd: project.dir, env, trusted: false })).toBeUndefined();
    expect(findCommand("./tools/gopls", { cwd: project.dir, env, trusted: true })).toBe(
      project.path("tools/gopls"),
    );
    expect(findCommand(project.path("tools/gopls"), { cwd: project.dir, env, trusted: false })).toBe(
      project.path("tools/gopls"),
    );
  });

  test("a project on TypeScript 7 gets that TypeScript's own server", async () => {
    project = makeProject({
      "node_modules/typescript/package.json": '{ "name": "typescript", "version": "7.0.2" }',
    });
    program("node_modules/typescript/bin/tsc");
    program("node_modules/.bin/typescript-language-server");
    project.write("node_modules/.bin/tsc", 'exec node "$basedir/../typescript/bin/tsc" "$@"\n');
    chmodSync(project.path("node_modules/.bin/tsc"), 0o755);
    const { resolveServers } = await import("./config/resolve-servers.js");
    const { servers } = resolveServers(undefined, {
      cwd: project.dir,
      env: testEnv(system.path("bin")),
      trusted: true,
    });
    expect(servers.map(({ name, file, args }) => [name, file, args])).toEqual([
      ["typescript", project.path("node_modules/.bin/tsc"), ["--lsp", "--stdio"]],
    ]);
  });
});

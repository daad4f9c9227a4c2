import type { Plugin, PluginSession } from "@mm-agent/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pluginBench, source } from "./plugin-bench.js";

let bench: ReturnType<typeof pluginBench>;
beforeEach(() => {
  bench = pluginBench();
});
afterEach(() => bench.end());

const config = (text: string) => bench.put("mm/config.yaml", text);
const uses = (...names: string[]) =>
  config(`plugins:\n${names.map((name) => `  - use: ${name}\n`).join("")}`);

function builtin(name: string, setup: Plugin["setup"] = () => ({ tools: [tool(name)] })) {
  return async () => ({ default: { apiVersion: 1, name, setup } satisfies Plugin });
}

function tool(name: string) {
  return { name, kind: "think", description: "", input: { type: "object" }, run: () => "" } as const;
}

test("the built-in table: what is on, off and not there", async () => {
  const all = ["bash", "edit", "search", "skill", "lsp", "webmd", "ask"];
  const thunks = Object.fromEntries(all.map((name) => [name, builtin(name)]));
  expect((await bench.load({ builtin: thunks })).tools).toEqual(["bash", "edit", "search", "skill", "lsp"]);
  config("bashTool: false\neditTools: false\nfetchContentTool: true\nagents: {builtin: true}\n");
  const { report, tools } = await bench.load({ builtin: { ...thunks, lsp: undefined as never } });
  expect(tools).toEqual(["search", "skill", "webmd", "ask"]);
  expect(report.map(({ name, status, reason }) => `${name} ${status} ${reason ?? ""}`)).toEqual([
    "bash off bashTool is false",
    "edit off editTools is false",
    "search active ",
    "skill active ",
    "lsp absent @mm-agent/tool-lsp is not part of this program",
    "webmd active ",
    "ask active ",
  ]);
});

test("built-in plugins get their slice with the neighbouring keys", async () => {
  config("skillsDir: x\nskills: {a: 1}\nmmConfigs: {n: {config: n.yaml}}\nlsp: {servers: []}\n");
  const seen: Record<string, unknown> = {};
  const spy = (name: string) =>
    builtin(name, (session: PluginSession) => {
      seen[name] = session.config;
      return { tools: [] };
    });
  await bench.load({ builtin: { skill: spy("skill"), ask: spy("ask"), lsp: spy("lsp") } });
  expect(seen).toEqual({
    skill: { a: 1, skillsDir: [`${bench.top}/mm/x`] },
    ask: { mmConfigs: { n: { config: `${bench.top}/mm/n.yaml` } }, watchdogTimeout: 300 },
    lsp: { servers: [] },
  });
});

test("a plugin that declares no tool says why", async () => {
  const lsp = builtin("lsp", () => ({
    tools: [],
    absent: [{ name: "lsp", reason: "no server is on the PATH" }],
  }));
  const { report } = await bench.load({ builtin: { lsp } });
  expect(report.find((entry) => entry.name === "lsp")).toMatchObject({
    status: "absent",
    reason: "lsp: no server is on the PATH",
    absent: [{ name: "lsp", reason: "no server is on the PATH" }],
  });
});

test("lsp: false switches the tool off", async () => {
  config("lsp: false\n");
  const { report } = await bench.load({ builtin: { lsp: builtin("lsp", () => ({ tools: [] })) } });
  expect(report.find((entry) => entry.name === "lsp")).toMatchObject({
    status: "off",
    reason: "lsp is false",
  });
});

test("tools, commands, hooks and context, in the order of the configuration; dispose backwards", async () => {
  bench.put(
    "mm/a.mjs",
    `export default { apiVersion: 1, name: "a", version: "1.2.3", setup: async () => { await new Promise((r) => setTimeout(r, 50));
      return { tools: [], commands: [{ name: "hi", description: "d", run: () => ({}) }], hooks: { beforeTool: () => undefined },
      context: " about a ", dispose: () => { (globalThis.ended ??= []).push("a"); throw new Error("no"); } } } }`,
  );
  bench.put(
    "mm/b.mjs",
    `export default { apiVersion: 1, name: "b", setup: () => ({ tools: [], hooks: { afterTool: () => undefined }, context: "about b",
      dispose: () => { (globalThis.ended ??= []).push("b"); } }) }`,
  );
  config("plugins:\n  - {use: ./a.mjs, guard: true}\n  - ./b.mjs\n");
  const loaded = await bench.load();
  expect(loaded.said).toEqual(["a: active", "b: active"]);
  expect(loaded.report.at(-2)).toMatchObject({
    version: "1.2.3",
    source: `${bench.top}/mm/a.mjs`,
    place: `${bench.top}/mm/config.yaml:2`,
  });
  expect(loaded.hooks.map(({ plugin, guard }) => `${plugin} ${guard}`)).toEqual(["a true", "b false"]);
  expect(loaded.context).toEqual(["about a", "about b"]);
  expect(loaded.commands.map((command) => command.name)).toEqual(["hi"]);
  await loaded.dispose();
  await loaded.dispose();
  expect((globalThis as { ended?: string[] }).ended).toEqual(["b", "a"]);
});

test("every way to fail is named, and the rest goes on", async () => {
  const files = {
    "syntax.mjs": "export default {",
    "throws.mjs": 'throw new Error("at import\\nsecond line")',
    "new.mjs": 'export default { apiVersion: 2, name: "new", setup: () => ({ tools: [] }) }',
    "old.mjs": 'export default { name: "old", setup: () => ({ tools: [] }) }',
    "nothing.mjs": "export const x = 1",
    "setup.mjs": 'export default { apiVersion: 1, name: "setup", setup() { throw "plain text" } }',
    "rejects.mjs":
      'export default { apiVersion: 1, name: "rejects", setup: async () => { throw new TypeError("later") } }',
    "empty.mjs": 'export default { apiVersion: 1, name: "empty", setup() {} }',
    "badtool.mjs":
      'export default { apiVersion: 1, name: "badtool", setup: () => ({ tools: [{ name: "a b" }] }) }',
    "badkind.mjs":
      'export default [{ name: "k", kind: "magic", description: "", input: { type: "object" }, run() {} }]',
    "noinput.mjs": 'export default { name: "n", kind: "read", description: "", input: {}, run() {} }',
    "data.txt": "",
    "good.mjs": source("good"),
  };
  for (const [name, text] of Object.entries(files)) bench.put(`mm/${name}`, text);
  uses(...Object.keys(files).map((name) => `./${name}`), "./gone.mjs", "no-such-package-here", "./");
  const { said, tools } = await bench.load();
  expect(tools).toEqual(["good"]);
  expect(said.map((line) => line.replace(/(it does not parse: ).*/, "$1…"))).toMatchInlineSnapshot(`
    [
      "syntax: failed: Failed to parse source for import analysis because the content contains invalid JS syntax. If you are using JSX, make sure to name the file with the .jsx or .tsx extension.",
      "throws: failed: at import",
      "new: failed: it needs plugin API 2 and this mm speaks 1; update mm",
      "old: failed: it has no apiVersion (this mm speaks 1)",
      "nothing: failed: its default export is not a plugin, a tool or a list of tools",
      "setup: failed: plain text",
      "rejects: failed: later",
      "empty: failed: its setup gave nothing back",
      "badtool: failed: the tool name "a b" is not made of 1 to 64 letters, digits, _ and -",
      "badkind: failed: the tool k has the kind "magic", which is not one of read, search, fetch, think, ask, edit, delete, move, execute, other",
      "noinput: failed: the input of the tool n is not a JSON Schema with type "object"; make the tool with defineTool",
      "data: failed: /mm/data.txt is neither JavaScript nor TypeScript by its ending",
      "good: active",
      "gone: failed: /mm/gone.mjs does not exist",
      "no-such-package-here: failed: the package is not installed; looked from /mm, the working directory and beside mm",
      ".: failed: /mm is not a file",
    ]
  `);
});

test("a setup or a module that never ends does not hold the others up, and a late one is ended", async () => {
  bench.put(
    "mm/never.mjs",
    'export default { apiVersion: 1, name: "never", setup: () => new Promise(() => {}) }',
  );
  bench.put("mm/import.mjs", "await new Promise(() => { setTimeout(() => {}, 5000).unref(); })");
  bench.put(
    "mm/late.mjs",
    'export default { apiVersion: 1, name: "late", setup: async () => { await new Promise((r) => setTimeout(r, 400)); return { tools: [], dispose() { globalThis.lateEnded = true } } } }',
  );
  bench.put("mm/good.mjs", source("good"));
  uses("./never.mjs", "./import.mjs", "./late.mjs", "./good.mjs");
  const { said } = await bench.load({ timeout: 200 });
  expect(said).toEqual([
    "never: failed: its setup did not end within 0.2 s",
    "import: failed: loading it did not end within 0.2 s",
    "late: failed: its setup did not end within 0.2 s",
    "good: active",
  ]);
  await expect.poll(() => (globalThis as { lateEnded?: boolean }).lateEnded, { timeout: 5000 }).toBe(true);
});

test("a guard that fails to load refuses every call by name", async () => {
  bench.put("mm/new.mjs", 'export default { apiVersion: 9, name: "watcher", setup() {} }');
  config("plugins:\n  - {use: ./gone.mjs, guard: true}\n  - {use: ./new.mjs}\n  - {ues: oops, guard: 1}\n");
  const { hooks } = await bench.load();
  const refusals = await Promise.all(hooks.map(async ({ hooks: own }) => own.beforeTool?.({} as never)));
  expect(hooks.map(({ plugin, guard }) => `${plugin} ${guard}`)).toEqual(["gone true", "(unnamed) true"]);
  expect(JSON.stringify(refusals, null, 1).replaceAll(bench.top, "")).toMatchInlineSnapshot(`
    "[
     {
      "refuse": "[every tool call is refused: the guard plugin gone failed to load: /mm/gone.mjs does not exist]"
     },
     {
      "refuse": "[every tool call is refused: the guard plugin (unnamed) failed to load: the entry names no plugin (\\"use\\" is missing)]"
     }
    ]"
  `);
});

test("a name clash refuses the later plugin and names both", async () => {
  bench.put("mm/a.mjs", source("a", "", "same"));
  bench.put("mm/b.mjs", source("b", "", "same"));
  bench.put("mm/a2.mjs", source("a", "", "other"));
  bench.put("mm/c.mjs", source("c", "", "bash"));
  bench.put(
    "mm/twice.mjs",
    "const t = { name: 't', kind: 'read', description: '', input: { type: 'object' }, run() {} }; export default [t, t];",
  );
  config(
    "plugins:\n  - ./a.mjs\n  - {use: ./b.mjs, guard: true}\n  - ./a2.mjs\n  - ./c.mjs\n  - ./twice.mjs\n",
  );
  const { said, tools, hooks } = await bench.load({ builtin: { bash: builtin("bash") } });
  expect(said).toEqual([
    "a: active",
    "b: failed: its tool same clashes with the one of the plugin a",
    "a: failed: a plugin named a is loaded already (/mm/a.mjs)",
    "c: failed: its tool bash clashes with the one of the plugin bash",
    "twice: failed: it declares the tool t twice",
  ]);
  expect(tools).toEqual(["bash", "same"]);
  expect(hooks.map(({ plugin }) => plugin)).toEqual(["b"]);
});

test("a built-in plugin that breaks is reported too", async () => {
  const bash = () => Promise.reject(new Error("Cannot find package '@mm-agent/tool-bash'"));
  const { report } = await bench.load({ builtin: { bash } });
  expect(report[0]).toMatchObject({
    name: "bash",
    status: "failed",
    reason: "Cannot find package '@mm-agent/tool-bash'",
  });
});

test("settings are checked with the plugin's own schema", async () => {
  const schema = `config: { key: "x", schema: { type: "object", additionalProperties: false, required: ["url"], properties: {
    url: { type: "string" }, apiKey: { type: "string" }, timeout: { type: "integer" }, servers: { type: "array",
    items: { type: "object", required: ["name"], properties: { name: { type: "string" } } } } } } },`;
  bench.put("mm/p.mjs", source("p", schema));
  bench.put("mm/q.mjs", source("q", schema));
  config(
    "plugins:\n  - use: ./p.mjs\n    config:\n      url: u\n      timeout: soon\n      tmieout: 3\n      apiKey: 12345678\n      servers: [{name: a}, {name: 2}, {}]\n  - use: ./q.mjs\n    config: {timeout: 1}\n",
  );
  const loaded = await bench.load();
  expect(loaded.said).toEqual([
    "p: active",
    'q: failed: its settings do not fit: instance does not have required property "url" (/mm/config.yaml:9)',
  ]);
  expect(loaded.texts).toMatchInlineSnapshot(`
    [
      "/mm/config.yaml:7: plugins[0].config.apiKey: (hidden) is not a text; it is ignored",
      "/mm/config.yaml:5: plugins[0].config.timeout: "soon" is not a whole number; it is ignored",
      "/mm/config.yaml:8: plugins[0].config.servers.1.name: 2 is not a text; it is ignored",
      "/mm/config.yaml:8: plugins[0].config.servers.2: {} does not fit: instance does not have required property "name"; it is ignored",
      "/mm/config.yaml:6: plugins[0].config.tmieout: unknown key "tmieout"; it is ignored; did you mean "timeout"?",
      "/mm/config.yaml:8: plugins[0].config.servers.1: {} does not fit: instance does not have required property "name"; it is ignored",
    ]
  `);
});

test("a project's plugins count only when the folder is trusted", async () => {
  bench.put("project/.mm/config.yaml", "plugins: [./p.mjs]\n");
  bench.put("project/.mm/p.mjs", source("p"));
  const before = await bench.load();
  expect(before.said).toEqual([]);
  expect(before.configWarnings).toHaveLength(1);
  const trusted = await bench.load({ trusted: true });
  expect(trusted.said).toEqual(["p: active"]);
  // The loader itself does not rely on the configuration having left them out.
  const entry = {
    use: "./p.mjs",
    config: {},
    guard: false,
    layer: "project",
    place: { file: `${bench.top}/project/.mm/config.yaml`, line: 1 },
    key: "plugins[0].config",
  } as const;
  const { config: plain } = await import("../config/load-config.js").then((m) =>
    m.loadConfig({ cwd: bench.cwd, env: { HOME: bench.top }, trusted: false }),
  );
  const forced = await bench.load({ config: { ...plain, plugins: [entry] } });
  expect(forced.said).toEqual(["p: off: this folder is not trusted"]);
});

test("a rule for a tool that nobody declares is named", async () => {
  config(
    "permissions:\n  Bash: {'rm *': deny}\n  fetch_content: deny\n  mine: ask\n  other_thing: deny\n  '*': ask\nplugins: [./m.mjs]\n",
  );
  bench.put("mm/m.mjs", source("m", "", "mine"));
  expect((await bench.load()).texts).toEqual([
    '/mm/config.yaml:2: no tool is called "Bash", so the rule "rm *" has no effect; did you mean "bash"?',
    '/mm/config.yaml:5: no tool is called "other_thing", so the rule "*" has no effect',
  ]);
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadConfig } from "./load-config.js";
import type { LoadConfigOptions } from "./types.js";

let top: string;
let project: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "mm-config-")));
  project = join(top, "project");
  mkdirSync(project);
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(path: string, text: string): string {
  const file = join(top, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const user = (text: string) => put("home/.config/mm/config.yaml", text);
const inProject = (text: string) => put("project/.mm/config.yaml", text);

async function load(more: Partial<LoadConfigOptions> = {}) {
  const { env, ...rest } = more;
  const loaded = await loadConfig({
    cwd: project,
    trusted: false,
    ...rest,
    env: { HOME: join(top, "home"), ...env },
  });
  const short = (text: string) => text.replaceAll(top, "");
  return {
    ...loaded,
    texts: loaded.warnings.map((warning) => short(warning.message)),
    errorTexts: loaded.errors.map((error) => short(error.message)),
    rules: loaded.config.rules.map(
      (rule) => `${rule.tool} ${rule.pattern} ${rule.decision} ${short(rule.source)}`,
    ),
  };
}

test("without any file the defaults hold and nothing is said", async () => {
  const { config, warnings, errors, files } = await load();
  expect({ warnings, errors, files }).toEqual({ warnings: [], errors: [], files: [] });
  expect(config).toMatchInlineSnapshot(`
    {
      "acp": {
        "clientTerminal": false,
        "title": "mm",
      },
      "bashTool": true,
      "compaction": {
        "auto": true,
        "threshold": 0.8,
      },
      "editTools": true,
      "fetchContentTool": false,
      "instructions": [],
      "keys": {},
      "lsp": true,
      "maxOutput": 20000,
      "maxTurns": 50,
      "mmConfigs": {},
      "mode": "yolo",
      "model": {},
      "notify": "bell",
      "paths": {
        "confine": false,
      },
      "plugins": [],
      "previewLines": 10,
      "reducedMotion": false,
      "rules": [],
      "screenReader": false,
      "skillsDir": [],
      "slices": {
        "agents": {},
        "bash": {},
        "edit": {},
        "fetch": {},
        "lsp": {},
        "search": {},
        "skills": {},
      },
      "textToolCalls": "auto",
      "theme": "auto",
      "ui": "auto",
      "watchdogTimeout": 300,
      "whileRunning": "cancel",
    }
  `);
});

test("layers: user, project, named file, environment, flags", async () => {
  user("provider: openai\nmodel: from-user\nbaseUrl: http://user\nmaxTurns: 5\nheaders: {a: one, b: two}\n");
  inProject("model: from-project\nheaders:\n  b: three\n");
  const named = put("named.yaml", "baseUrl: http://named\nacp: {title: mine}\n");
  const { config, origins, files } = await load({
    trusted: true,
    env: { MM_PROVIDER: "anthropic", MM_LOG: "debug", MM_MODEL: "" },
    flags: { config: named, maxTurns: "7" },
  });
  expect(files).toHaveLength(3);
  expect(config.model).toEqual({
    provider: "anthropic",
    model: "from-project",
    baseUrl: "http://named",
    headers: { a: "one", b: "three" },
  });
  expect([config.maxTurns, config.acp, config.log]).toEqual([
    7,
    { title: "mine", clientTerminal: false },
    "debug",
  ]);
  expect(origins["provider"]).toEqual({ kind: "env", name: "MM_PROVIDER" });
  expect(origins["headers.b"]).toMatchObject({ kind: "file", layer: "project", line: 3 });
  expect(origins["headers.a"]).toMatchObject({ layer: "user", line: 5 });
  expect(origins["maxTurns"]).toEqual({ kind: "flag", name: "--max-turns" });
});

test("one wrong field leaves the others alone and says what is used instead", async () => {
  user(
    [
      "maxOutput: 5000",
      'previewLines: "ten"',
      "maxTurns: 0",
      "preveiwLines: 3",
      "compaction: {threshold: 7, auto: no}",
      "headers: {Authorization: [secret-value]}",
      "max_output: 1",
      "zzz: 1",
      "thinking: off",
      "bashTool: off",
    ].join("\n"),
  );
  const { config, texts } = await load({ flags: { maxTurns: 9 } });
  expect(config).toMatchObject({ maxOutput: 5000, previewLines: 10, maxTurns: 9, bashTool: false });
  expect(config.compaction).toEqual({ auto: false, threshold: 0.8 });
  expect(config.model).toEqual({ thinking: "off", headers: {} });
  expect(texts).toMatchInlineSnapshot(`
    [
      "/home/.config/mm/config.yaml:2: previewLines: "ten" is not a whole number of 0 or more; using 10 (default)",
      "/home/.config/mm/config.yaml:3: maxTurns: 0 is not a whole number of 1 or more; using 9 (--max-turns)",
      "/home/.config/mm/config.yaml:4: unknown key "preveiwLines"; it is ignored; did you mean "previewLines"?",
      "/home/.config/mm/config.yaml:5: compaction.threshold: 7 is not a number from 0.1 to 1; using 0.8 (default)",
      "/home/.config/mm/config.yaml:6: headers.Authorization: (hidden) is not a text; it is ignored",
      "/home/.config/mm/config.yaml:7: unknown key "max_output"; it is ignored; did you mean "maxOutput"?",
      "/home/.config/mm/config.yaml:8: unknown key "zzz"; it is ignored",
    ]
  `);
});

test("permission rules of all layers add up, with their places", async () => {
  user('permissions:\n  bash:\n    "git status*": allow\n    "rm *": deny\n  "*": ask\n');
  inProject('permissions:\n  bash:\n    "npm *": ask\n    "curl *": allow\n  fetch_content: deny\n');
  const { rules, texts } = await load({ flags: { allow: ["bash:ls*"], deny: ["lsp"] } });
  expect(rules).toEqual([
    "bash git status* allow /home/.config/mm/config.yaml:3",
    "bash rm * deny /home/.config/mm/config.yaml:4",
    "* * ask /home/.config/mm/config.yaml:5",
    "bash npm * ask /project/.mm/config.yaml:3",
    "fetch_content * deny /project/.mm/config.yaml:5",
    "bash ls* allow --allow",
    "lsp * deny --deny",
  ]);
  expect(texts).toMatchInlineSnapshot(`
    [
      "/project/.mm/config.yaml: this folder is not trusted, so these settings do not count: permissions (1 allow rule)",
    ]
  `);
});

test("a permission value that cannot be read asks for its pattern", async () => {
  user(
    'permissions:\n  bash: {"a*": maybe, "b*": Deny, "c*": , "d*": {match: [x]}, "e*": [1]}\n  edit_file: []\n  lsp:\n',
  );
  const { rules, texts, config } = await load();
  expect(rules.map((rule) => rule.replace(/ \/.*/, ""))).toEqual([
    "bash a* ask",
    "bash b* deny",
    "bash c* ask",
    "bash d* ask",
    "bash e* ask",
    "edit_file * ask",
    "lsp * ask",
  ]);
  expect(config.mode).toBe("yolo");
  expect(texts).toMatchInlineSnapshot(`
    [
      "/home/.config/mm/config.yaml:2: permissions.bash.a*: "maybe" is not one of allow, ask, deny; using ask",
      "/home/.config/mm/config.yaml:2: permissions.bash.c*: null is not one of allow, ask, deny; using ask",
      "/home/.config/mm/config.yaml:2: permissions.bash.d*: "decide" is missing; using ask",
      "/home/.config/mm/config.yaml:2: permissions.bash.e*: [1] is not one of allow, ask, deny; using ask",
      "/home/.config/mm/config.yaml:3: permissions.edit_file: [] is not one of allow, ask, deny; using ask",
      "/home/.config/mm/config.yaml:4: permissions.lsp: null is not one of allow, ask, deny; using ask",
    ]
  `);
});

test("a rule whose examples do not hold allows nothing", async () => {
  user(
    'permissions:\n  bash:\n    "git *": {decide: allow, match: [git log], notMatch: [git push]}\n    "ls*": {decide: allow, match: ls -l}\n    "rm *": {decide: deny, match: [rm]}\n',
  );
  const matches = (_tool: string, pattern: string, value: string) =>
    value.startsWith(pattern.replace("*", ""));
  const { rules, texts } = await load({ matches });
  expect(rules.map((rule) => rule.replace(/ \/.*/, ""))).toEqual([
    "bash git * ask",
    "bash ls* allow",
    "bash rm * deny",
  ]);
  expect(texts).toMatchInlineSnapshot(`
    [
      "/home/.config/mm/config.yaml:3: the rule bash "git *" matches "git push", which it should not; using ask instead of allow",
      "/home/.config/mm/config.yaml:5: the rule bash "rm *" does not match its example "rm"",
    ]
  `);
});

test.each([
  ["permissions: [a]", "ask"],
  ["permissions: allow\nmode: plan", "plan"],
  ["mode: edits\npermissions: 7", "ask"],
  ["plugins: {a: b}", "ask"],
  ["yolo: maybe", "ask"],
  ["mode: yoloo", "ask"],
  ["yolo: false\nmode: yolo", "ask"],
  ["yolo: true\nyolo: false", "ask"],
  ["yolo: false\nmode: edits", "edits"],
  ["yolo: no", "ask"],
  ["yolo: true\nmode: ask", "ask"],
  ["yolo: true", "yolo"],
  ["{", "ask"],
  ["mode: [", "ask"],
])("%j gives mode %s", async (text, mode) => {
  user(text);
  expect((await load()).config.mode).toBe(mode);
});

test("an unreadable file is named and holds the mode down, whatever comes later", async () => {
  user("yolo: true\nmodel: m\npermissions: {bash: {a: deny}\nmaxTurns: 3\n");
  inProject("\tx: 1");
  const { config, texts, origins } = await load({ flags: { yolo: true } });
  expect(config).toMatchObject({ mode: "ask", rules: [], model: {} });
  expect(origins["mode"]).toEqual({ kind: "fallback" });
  expect(texts).toMatchInlineSnapshot(`
    [
      "/home/.config/mm/config.yaml:4: nothing of this file counts: Flow map in block collection must be sufficiently indented and end with a }",
      "/project/.mm/config.yaml:1: nothing of this file counts: Tabs are not allowed as indentation",
      "Permission mode is ask instead of yolo until the settings above can be read",
    ]
  `);
});

test("MM_YOLO, --no-yolo and --mode", async () => {
  const mode = async (env: Record<string, string>, flags = {}) => (await load({ env, flags })).config.mode;
  expect(await mode({ MM_YOLO: "0" })).toBe("ask");
  expect(await mode({ MM_YOLO: "off" })).toBe("ask");
  expect(await mode({ MM_YOLO: "" })).toBe("yolo");
  expect(await mode({ MM_YOLO: "0" }, { yolo: true })).toBe("yolo");
  expect(await mode({}, { yolo: false, mode: "edits" })).toBe("edits");
  const odd = await load({ env: { MM_YOLO: "maybe" } });
  expect(odd.texts).toEqual(['MM_YOLO: "maybe" is not 1, 0, true or false; using ask']);
  expect(odd.config.mode).toBe("ask");
});

test("every flag that cannot be read is an error that names it", async () => {
  put("bad.yaml", "a: 1\n{bad");
  mkdirSync(join(top, "folder"));
  const errors = async (flags: LoadConfigOptions["flags"], env = {}) =>
    (await load({ flags: flags ?? {}, env })).errorTexts;
  expect(await errors({ config: join(top, "nothing.yaml") })).toEqual([
    "--config: /nothing.yaml does not exist",
  ]);
  expect(await errors({ config: join(top, "folder") })).toEqual([
    "--config: /folder cannot be used: it is a folder",
  ]);
  expect(await errors({ config: "" })).toEqual(["--config: needs the name of a file"]);
  expect(await errors({ config: "../bad.yaml" })).toMatchInlineSnapshot(`
    [
      "--config: /bad.yaml:2 cannot be used: Flow map in block collection must be sufficiently indented and end with a }",
    ]
  `);
  expect(await errors({}, { MM_CONFIG: "{bad" })).toEqual(["MM_CONFIG: /project/{bad does not exist"]);
  expect(await errors({ mode: "fast", maxTurns: "x", allow: ["", "a b"], deny: [":x"], model: " " }))
    .toMatchInlineSnapshot(`
    [
      "--model: needs a value",
      "--mode: "fast" is not one of ask, edits, yolo, plan",
      "--allow: "" is not a tool or tool:pattern, for example bash:git status*",
      "--allow: "a b" is not a tool or tool:pattern, for example bash:git status*",
      "--deny: ":x" is not a tool or tool:pattern, for example bash:git status*",
      "--max-turns: "x" is not a whole number of 1 or more",
    ]
  `);
  expect(await errors({ yolo: false, mode: "yolo" })).toEqual([
    "--mode: yolo and --no-yolo contradict each other",
  ]);
});

test("a project that is not trusted may only tighten and add", async () => {
  put("home/.config/mm/skills/x.md", "");
  user("skillsDir: skills\ninstructions: ~/rules.md\nmode: edits\n");
  symlinkSync(top, join(project, "out"));
  const text = [
    "model: evil",
    "baseUrl: http://evil",
    "plugins: [{use: ./evil.js}]",
    "lsp: {servers: [{command: evil}]}",
    "maxOutput: 500",
    "skillsDir: [skills, ../../home, ../out/home]",
    "instructions: [../RULES.md, /etc/passwd]",
    "mode: plan",
    "permissions: {bash: {'*': allow, 'rm *': deny}}",
  ].join("\n");
  inProject(text);
  const { config, texts, rules } = await load();
  expect(config).toMatchObject({ maxOutput: 500, mode: "plan", model: {}, plugins: [] });
  expect(config.skillsDir.map((path) => path.replace(top, ""))).toEqual([
    "/home/.config/mm/skills",
    "/project/.mm/skills",
  ]);
  expect(config.instructions).toEqual([join(top, "home/rules.md"), join(project, "RULES.md")]);
  expect(rules).toHaveLength(1);
  expect(texts).toMatchInlineSnapshot(`
    [
      "/project/.mm/config.yaml: this folder is not trusted, so these settings do not count: model, baseUrl, plugins, lsp, skillsDir (outside of the project), instructions (outside of the project), permissions (1 allow rule)",
    ]
  `);
  const trusted = await load({ trusted: true });
  expect(trusted.texts).toEqual([]);
  expect(trusted.config.model.model).toBe("evil");
  expect(trusted.config.skillsDir).toHaveLength(3);
});

test("a project that is not trusted cannot loosen the mode or switch instructions off", async () => {
  user("yolo: false\n");
  inProject("yolo: true\ninstructions: false\n");
  const { config, texts } = await load();
  expect(config).toMatchObject({ mode: "ask", instructions: [] });
  expect(texts).toEqual([
    "/project/.mm/config.yaml: this folder is not trusted, so these settings do not count: instructions, mode yolo",
  ]);
});

test("the git root's config and the working directory's both count", async () => {
  put("project/.git/HEAD", "ref: refs/heads/main\n");
  inProject("maxOutput: 900\npreviewLines: 4\n");
  put("project/sub/.mm/config.json", '{\n\t// a comment\n\t"previewLines": 2, /* x */\n\t"x": "http://y"\n}');
  const { config, texts, projectRoot } = await load({ cwd: join(project, "sub") });
  expect(projectRoot).toBe(project);
  expect(config).toMatchObject({ maxOutput: 900, previewLines: 2 });
  expect(texts).toEqual(['/project/sub/.mm/config.json:4: unknown key "x"; it is ignored']);
});

test("plugins: places, agents' paths, guards that a later list does not remove", async () => {
  user(
    "plugins:\n  - use: watch\n    guard: true\n    config:\n      deep: {x: 1}\n  - plain\nmmConfigs:\n  a: {config: a.yaml}\n",
  );
  inProject(
    "plugins:\n  - {ues: typo, guard: yes please}\n  - {use: ./p.ts, config: {k: v}}\n  - {nothing: 1}\nmmConfigs: {b: {command: [x, --y]}}\n",
  );
  const { config, origins, texts } = await load({ trusted: true });
  expect(config.plugins.map(({ use, guard, layer, key }) => ({ use, guard, layer, key }))).toEqual([
    { use: "watch", guard: true, layer: "user", key: "plugins[0].config" },
    { use: "", guard: true, layer: "project", key: "plugins[1].config" },
    { use: "./p.ts", guard: false, layer: "project", key: "plugins[2].config" },
  ]);
  expect(origins["plugins[0].config.deep.x"]).toMatchObject({ layer: "user", line: 5 });
  expect(config.mmConfigs).toEqual({
    a: { config: join(top, "home/.config/mm/a.yaml") },
    b: { command: ["x", "--y"] },
  });
  expect(texts).toMatchInlineSnapshot(`
    [
      "/project/.mm/config.yaml:2: plugins[0].ues: unknown key "ues"; it is ignored; did you mean "use"?",
      "/project/.mm/config.yaml:2: plugins[0].guard: "yes please" is not true or false; it is ignored",
      "/project/.mm/config.yaml:2: plugins[0]: "use" is missing; the entry is ignored",
      "/project/.mm/config.yaml:4: plugins[2].nothing: unknown key "nothing"; it is ignored",
      "/project/.mm/config.yaml:4: plugins[2]: "use" is missing; the entry is ignored",
    ]
  `);
});

test("a file named by --config is not read a second time as the project's", async () => {
  const file = inProject("model: m\npermissions: {bash: {x: deny}}\n");
  const { files, rules, config, texts } = await load({ flags: { config: file } });
  expect(files).toEqual([file]);
  expect(rules).toHaveLength(1);
  expect(config.model.model).toBe("m");
  expect(texts).toEqual([]);
});

test.each(["permisions: {bash: {'*': deny}}", "yoloo: false", "Yolo: false", "Mode: plan"])(
  "a misspelt key that was to restrict something holds the mode down: %s",
  async (text) => {
    user(text);
    const { config, warnings } = await load({ flags: { yolo: true } });
    expect(config.mode).toBe("ask");
    expect(warnings.map((warning) => warning.message).join("\n")).toMatch(
      /did you mean "(permissions|yolo|mode)"/,
    );
  },
);

test("blanks round a rule's colon do not change it", async () => {
  const { config } = await load({ flags: { deny: [" bash : echo *"] } });
  expect(config.rules).toEqual([{ tool: "bash", pattern: "echo *", decision: "deny", source: "--deny" }]);
});

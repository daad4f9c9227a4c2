import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "./load-config.js";

let top: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "mm-odd-"));
  mkdirSync(join(top, "mm"));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

async function load(text: string | Uint8Array, name = "config.yaml") {
  const file = join(top, "mm", name);
  writeFileSync(file, text);
  const loaded = await loadConfig({ cwd: top, env: { HOME: top, XDG_CONFIG_HOME: top }, trusted: false });
  rmSync(file);
  return { ...loaded, texts: loaded.warnings.map((warning) => warning.message.replaceAll(file, name)) };
}

test("aliases and merge keys", async () => {
  const { config, texts } = await load(
    [
      "headers: &base {a: one, b: two}",
      "extraBody:",
      "  <<: *base",
      "  b: own",
      "  <<: [{c: three, b: no}, 7]",
      "acp: *none",
      "model: &m name",
      "provider: *m",
    ].join("\n"),
  );
  expect(config.model).toEqual({
    headers: { a: "one", b: "two" },
    extraBody: { a: "one", b: "own", c: "three" },
    model: "name",
    provider: "name",
  });
  expect(texts).toEqual([
    "config.yaml:5: `<<` merges maps only; this value is ignored",
    "config.yaml:6: the alias *none stands for nothing; it counts as empty",
  ]);
});

test("duplicate keys: said, the last counts; permission rules all count", async () => {
  const { config, texts } = await load(
    "maxTurns: 3\nmaxTurns: 4\npermissions: {bash: {x: deny, x: allow}}\npermissions: {bash: {y: deny}}\n",
  );
  expect(config.maxTurns).toBe(4);
  expect(config.rules.map((rule) => `${rule.pattern} ${rule.decision}`)).toEqual([
    "x deny",
    "x allow",
    "y deny",
  ]);
  expect(texts).toEqual([
    'config.yaml:2: the key "maxTurns" stands twice (first in line 1)',
    'config.yaml:3: the key "x" stands twice (first in line 3)',
    'config.yaml:4: the key "permissions" stands twice (first in line 3)',
  ]);
});

test("__proto__ never becomes a prototype", async () => {
  const { config, texts } = await load(
    "__proto__: {yolo: false}\nextraBody: {__proto__: {polluted: true}, ok: 1}\nbash: {__proto__: {polluted: true}}\nheaders: {__proto__: x, constructor: y}\nmmConfigs: {__proto__: {config: x}}\npermissions: {__proto__: {'*': deny}}\n",
  );
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect((config.model.extraBody as { polluted?: boolean }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(config.slices["bash"])).toBe(Object.prototype);
  expect(Object.keys(config.model.headers ?? {})).toEqual(["constructor"]);
  expect(texts[0]).toBe('config.yaml:1: unknown key "__proto__"; it is ignored');
});

const laughs = ["bash:", "  a0: &a0 [x, x, x, x, x, x, x, x, x]"];
for (let i = 1; i < 12; i++) laughs.push(`  a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}]`);

test.each<[string, string | Uint8Array, string]>([
  ["a billion laughs", laughs.join("\n"), "it holds more than 20000 values"],
  ["deep nesting", `bash: ${"[".repeat(90)}${"]".repeat(90)}`, "it is nested deeper than 64 levels"],
  ["very deep nesting", "{a: ".repeat(5000), ""],
  ["deep block nesting", "- ".repeat(20_000), ""],
  ["an alias of itself", "bash: &a {b: *a, c: &x [*x]}", "stands for nothing"],
  ["tabs", "bash:\n\tx: 1\n", "Tabs are not allowed"],
  ["NUL", "model: a\nyolo: tr\0ue", "it holds a NUL byte"],
  ["only NUL", "\0".repeat(100), "it holds a NUL byte"],
  ["1 MB", "model: m\n" + "# x\n".repeat(250_000), "it is larger than 256 KiB"],
  ["not UTF-8", Uint8Array.from([0x61, 0x3a, 0x20, 0xff, 0xfe]), "it is not UTF-8 text"],
  ["a list", "- a\n- b\n", "it holds no keys"],
  ["a word", "hello\n", "it holds no keys"],
  ["two documents", "yolo: false\n---\nyolo: true\n", "documents"],
  ["an open quote", 'model: "abc\nyolo: true', ""],
])("%s: said, no crash, nothing weaker", async (name, text, said) => {
  const { config, texts } = await load(text);
  expect(texts.join("\n")).toContain(said);
  expect(texts.length).toBeGreaterThan(0);
  if (name !== "an alias of itself") expect(config.mode).toBe("ask");
});

test.each(["", "\n\n", "# nothing\n", "---\n", "null", "~", "{}", "\uFEFFmaxTurns: 50"])(
  "%j is an empty config",
  async (text) => {
    const { config, texts } = await load(text);
    expect(texts).toEqual([]);
    expect(config.mode).toBe("yolo");
  },
);

test("keys and values of any kind", async () => {
  const { texts, config } = await load(
    "1: a\ntrue: b\n? [a, b]\n: c\n? {x: 1}\n: d\nmodel: !!binary aGk=\nheaders: [1, 2]\nmaxOutput: .inf\nmaxTurns: .nan\nwatchdogTimeout: 0x10\nskillsDir: {a: 1}\npreviewLines: 1e400\n",
  );
  expect(config).toMatchObject({
    maxOutput: 20_000,
    maxTurns: 50,
    watchdogTimeout: 16,
    skillsDir: [],
    previewLines: 10,
  });
  expect(texts.length).toBeGreaterThanOrEqual(8);
});

test("a file with as many keys as are read is read in reasonable time", async () => {
  const lines = Array.from({ length: 15_000 }, (_, index) => `  k${index}: ${index}`);
  const before = process.cpuUsage();
  const { config, texts } = await load(`bash:\n${lines.join("\n")}\n`);
  const { user } = process.cpuUsage(before);
  expect(texts).toEqual([]);
  expect(config.slices["bash"]).toHaveProperty("k14999", 14_999);
  expect(user / 1e6).toBeLessThan(5);
});

test("JSON with comments, by its ending only", async () => {
  const json =
    '{\n\t"model": "a//b", // name\n\t/* two\n\tlines */ "previewLines": "x",\n\t"title": "\\ud83d\\ude00",\n}';
  const { texts, config } = await load(json, "config.jsonc");
  expect(config.model.model).toBe("a//b");
  expect(texts).toEqual([
    'config.jsonc:4: previewLines: "x" is not a whole number of 0 or more; using 10 (default)',
    'config.jsonc:5: unknown key "title"; it is ignored',
  ]);
  expect((await load('{"model": "a", "x": }}', "config.json")).config.mode).toBe("ask");
});

test("random texts never crash and never widen", { timeout: 60_000 }, async () => {
  const parts = [
    "yolo",
    ": ",
    "false",
    "\n",
    "  ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    "&a ",
    "*a",
    "<<",
    "!!",
    "|\n",
    ">",
    '"',
    "'",
    "#",
    "? ",
    "permissions",
    "bash",
    "deny",
    "\t",
    "%",
    "@",
    "`",
    "---\n",
    "...",
    "plugins",
    "__proto__",
    ",",
  ];
  let seed = 42;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let round = 0; round < 600; round++) {
    const tail = Array.from({ length: random(12) }, () => parts[random(parts.length)]).join("");
    const { config, texts } = await load(`yolo: false\n${tail}`);
    const loosened = config.mode !== "ask" && config.mode !== "plan";
    expect(loosened, JSON.stringify({ tail, texts, mode: config.mode })).toBe(false);
  }
});

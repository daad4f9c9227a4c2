import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { beforeEach, expect, test } from "vitest";
import { saveSetting } from "./save-setting.js";

let home: string;
let folder: string;
const env = () => ({ HOME: home });
beforeEach(() => {
  home = tempFolder();
  folder = join(home, ".config", "mm");
});

function put(name: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
const read = (file: string) => readFileSync(file, "utf8");

test("a file that is not there is made, for its owner only", async () => {
  const saved = await saveSetting(env(), "theme", "light");
  expect(saved).toEqual({ ok: true, file: join(folder, "config.yaml") });
  expect(read(join(folder, "config.yaml"))).toBe("theme: light\n");
  expect(statSync(join(folder, "config.yaml")).mode & 0o777).toBe(0o600);
});

test.each([
  [
    "a value, its comment kept",
    "# mine\nmodel:  m   # best\ntheme: dark # at night\nx-y: 1\n",
    "theme: dark #",
    "theme: light #",
  ],
  ["quotes", 'theme: "dark"\n', '"dark"', "light"],
  ["an empty value", "theme:\nmodel: m\n", "theme:", "theme: light"],
  ["the last of two", "theme: dark\ntheme: contrast\n", "contrast", "light"],
  ["no line end", "model: m", "model: m", "model: m\ntheme: light\n"],
  ["an alias", "model: &a m\ntheme: *a\n", "*a", "light"],
  ["line ends of Windows", "# a\r\nmodel: m\r\n", "m\r\n", "m\r\ntheme: light\r\n"],
  ["a text in lines of its own", "theme: |\n  dark\nmodel: m\n", "|\n  dark\n", "light\n"],
  ["comments only", "# nothing yet\n", "yet\n", "yet\ntheme: light\n"],
  ["a flow map", "{model: m, keys: {send: Enter}}\n", "Enter}", 'Enter},\n  "theme": "light"'],
  ["an empty flow map", "{}\n", "{}", '{"theme": "light"}'],
])("%s: nothing else of the file changes", async (_what, before, from, to) => {
  const file = put("config.yaml", before);
  expect(await saveSetting(env(), "theme", "light")).toMatchObject({ ok: true });
  expect(read(file)).toBe(before.replace(from, () => to));
});

test("JSON with comments keeps them and stays JSON", async () => {
  const file = put("config.jsonc", '{\n\t// mine\n\t"model": "m", /* x */\n\t"previewLines": 2\n}\n');
  await saveSetting(env(), "previewLines", 5);
  await saveSetting(env(), "reducedMotion", true);
  expect(read(file)).toBe(
    '{\n\t// mine\n\t"model": "m", /* x */\n\t"previewLines": 5,\n  "reducedMotion": true\n}\n',
  );
});

test("words that YAML reads as something else are quoted", async () => {
  await saveSetting(env(), "notify", "off");
  expect(read(join(folder, "config.yaml"))).toBe('notify: "off"\n');
});

test("mode and link are kept, and nothing is left beside the file", async () => {
  const real = put("dotfile", "theme: dark\n");
  chmodSync(real, 0o640);
  symlinkSync(real, join(folder, "config.yaml"));
  await saveSetting(env(), "theme", "auto");
  expect(read(real)).toBe("theme: auto\n");
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(lstatSync(join(folder, "config.yaml")).isSymbolicLink()).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(["config.yaml", "dotfile"]);
});

test.each([
  ["broken", "theme: [dark\n"],
  ["several documents", "theme: dark\n---\nmodel: m\n"],
  ["a value that others name", "theme: &a dark\nmodel: *a\n"],
  ["no map", "- a\n"],
])("%s: the file stays, and the text says what to write", async (_what, text) => {
  const file = put("config.yaml", text);
  const saved = await saveSetting(env(), "theme", "light");
  expect(saved).toMatchObject({ ok: false });
  expect((saved as { text: string }).text).toMatch(
    /config\.yaml is left as it is: .*write theme: "light" into it/,
  );
  expect(read(file)).toBe(text);
});

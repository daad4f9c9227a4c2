import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { expect, test } from "vitest";
import { loadConfig } from "./load-config.js";

async function load(files: Readonly<Record<string, string>>, trusted: boolean) {
  const top = tempFolder();
  mkdirSync(join(top, "project"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), text);
  }
  const { config, warnings, origins } = await loadConfig({
    cwd: join(top, "project"),
    trusted,
    env: { HOME: top },
  });
  return { config, origins, texts: warnings.map(({ message }) => message.replaceAll(top, "")) };
}
const USER = ".config/mm/config.yaml";
const PROJECT = "project/.mm/config.yaml";

test("keys of the layers are laid over each other, action by action", async () => {
  const { config, origins, texts } = await load(
    { [USER]: "keys: {tree: Ctrl-T, help: false}\n", [PROJECT]: "keys:\n  tree: [F3, F4]\n" },
    true,
  );
  expect(texts).toEqual([]);
  expect(config.keys).toEqual({ tree: ["f3", "f4"], help: [] });
  expect(origins["keys.tree"]).toMatchObject({ layer: "project", line: 2 });
});

test("a folder that is not trusted changes neither keys nor looks", async () => {
  const project = "keys: {send: a}\ntheme: light\nreducedMotion: on\nscreenReader: on\n";
  const { config, texts } = await load({ [USER]: "theme: contrast\n", [PROJECT]: project }, false);
  expect(config).toMatchObject({ keys: {}, theme: "contrast", reducedMotion: false, screenReader: false });
  expect(texts).toEqual([
    "/project/.mm/config.yaml: this folder is not trusted, so these settings do not count: keys, theme, reducedMotion, screenReader",
  ]);
});

test("what cannot be read is said with its place, and the rest counts", async () => {
  const { config, texts } = await load({ [USER]: "theme: pink\nkeys: Ctrl-R\nreducedMotion: maybe\n" }, true);
  expect(config).toMatchObject({ theme: "auto", keys: {}, reducedMotion: false });
  expect(texts).toEqual([
    '/.config/mm/config.yaml:1: theme: "pink" is not one of auto, dark, light, contrast; using "auto" (default)',
    '/.config/mm/config.yaml:2: keys: "Ctrl-R" is not a map (`action: key`); it is ignored',
    '/.config/mm/config.yaml:3: reducedMotion: "maybe" is not true or false; using false (default)',
  ]);
});

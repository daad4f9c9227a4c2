import { readFileSync } from "node:fs";
import { KEY_ACTIONS, readKey, type EffectiveConfig } from "@mm-agent/agent";
import { getKeybindings, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import { beforeEach, expect, test } from "vitest";
import { ACTIONS } from "./actions.js";
import { createKeymap } from "./create-keymap.js";
import { fits } from "./fits.js";
import { keyTables } from "./key-tables.js";
import { showKey } from "./show-key.js";

const keymap = (keys: EffectiveConfig["keys"] = {}) => createKeymap({ keys });

beforeEach(() => void keymap());

test("every default key is readable, shown as it is written, and every action has one", () => {
  expect(Object.keys(ACTIONS)).toEqual([...KEY_ACTIONS]);
  for (const [name, { keys }] of Object.entries(ACTIONS)) {
    expect([name, keys.length > 0]).toEqual([name, true]);
    for (const key of keys) expect([key, showKey(readKey(key) ?? "")]).toEqual([key, key]);
  }
});

test("every binding of the terminal library can be configured, once", () => {
  const bound = Object.values(ACTIONS).flatMap(({ binding }) => binding ?? []);
  expect(bound.toSorted()).toEqual(Object.keys(TUI_KEYBINDINGS).toSorted());
});

test.each([
  ["\r", "send"],
  ["\n", "newLine"],
  ["\x1b\r", "steer"],
  ["\x1b", "cancel"],
  ["\x03", "interrupt"],
  ["\x04", "leave"],
  ["\x1a", "suspend"],
  ["\x1b[Z", "cycleMode"],
  ["\x12", "historySearch"],
  ["\x07", "externalEditor"],
  ["\x0f", "foldNewest"],
  ["\x1bo", "foldAll"],
  ["\x18", "copyAnswer"],
  ["\x1bx", "copyCode"],
  ["\x16", "pasteImage"],
  ["\x13", "sessions"],
  ["\x1bm", "models"],
  ["\x14", "tree"],
  ["\x1bOQ", "settings"],
  ["?", "help"],
  ["\x1bOP", "help"],
  ["\x0c", "redraw"],
  ["\x1b[114;5u", "historySearch"],
  ["\x1b[13;2u", "newLine"],
  ["a", undefined],
  ["\x1b[A", undefined],
  ["\x06", undefined],
])("input %j is the action %s", (data, action) => expect(keymap().action(data)).toBe(action));

test("a key of one's own takes the place of the default ones and is taken from other actions", () => {
  const keys = keymap({ foldAll: ["ctrl+r"], suspend: [] });
  expect(keys.action("\x12")).toBe("foldAll");
  expect(keys.keysOf("historySearch")).toEqual([]);
  expect(keys.keysOf("foldAll")).toEqual(["Ctrl-R"]);
  expect(keys.action("\x1a")).toBeUndefined();
  expect(keys.warnings).toEqual([]);
});

test("the library follows: a key of the editor, the list and the transcript", () => {
  keymap({ cursorRight: ["right", "ctrl+f"], listDown: ["ctrl+n", "down"], scrollTop: ["alt+g"] });
  const bound = getKeybindings();
  expect(bound.matches("\x06", "tui.editor.cursorRight")).toBe(true);
  expect(bound.matches("\x06", "tui.altScreen.search")).toBe(false);
  expect(bound.matches("\x0e", "tui.select.down")).toBe(true);
  // Lists and the editor never hold at the same time for a key of one's own.
  expect(bound.matches("\x0e", "tui.editor.historyNext")).toBe(true);
  expect(bound.matches("\x1bg", "tui.altScreen.top")).toBe(true);
  keymap();
  expect(getKeybindings().matches("\x06", "tui.editor.cursorRight")).toBe(false);
});

test("two actions on one key: the first has it, and it is said", () => {
  const keys = keymap({ tree: ["ctrl+y"], models: ["ctrl+y", "alt+m"], listUp: ["ctrl+y"] });
  expect(keys.action("\x19")).toBe("tree");
  expect(keys.keysOf("models")).toEqual(["Alt-M"]);
  expect(keys.keysOf("yank")).toEqual([]);
  expect(keys.warnings).toEqual(["keys: Ctrl-Y is given to tree and to models; tree has it"]);
});

test("a letter stays a letter, but on an empty editor and in lists it may do something", () => {
  const keys = keymap({ foldAll: ["o", "alt+o"], cursorLeft: ["shift+h"], tree: ["space"], help: ["h"] });
  expect(keys.action("o")).toBeUndefined();
  expect(keys.keysOf("foldAll")).toEqual(["Alt-O"]);
  expect(keys.action("h")).toBe("help");
  expect(keys.warnings).toEqual([
    "keys: o is needed for typing, so foldAll does not get it",
    "keys: Shift-H is needed for typing, so cursorLeft does not get it",
    "keys: Space is needed for typing, so tree does not get it",
  ]);
  keymap({ listDown: ["j", "down"] });
  expect(getKeybindings().matches("j", "tui.select.down")).toBe(true);
});

test("a key that two actions share by default stays shared when it is written down", () => {
  const keys = keymap({ leave: ["ctrl+d"], deleteRight: ["delete", "ctrl+d"] });
  expect(keys.warnings).toEqual([]);
  expect(keys.keysOf("leave")).toEqual(["Ctrl-D"]);
  expect(keys.keysOf("deleteRight")).toEqual(["Delete", "Ctrl-D"]);
});

test("keys of a dialog are asked for by name", () => {
  const keys = keymap({ sessionFork: ["alt+k"] });
  expect(fits(keys, "sessionFork", "\x1bk")).toBe(true);
  expect(fits(keys, "sessionFork", "\x0f")).toBe(false);
  expect(fits(keys, "nothing", "\x0f")).toBe(false);
  expect(keys.keysOf("toString")).toEqual([]);
});

test("the tables in the docs are these actions", () => {
  const docs = readFileSync(new URL("../../../../../docs/window-mode.md", import.meta.url), "utf8");
  expect(docs).toContain(keyTables());
});

import { expect, test } from "vitest";
import { readKey } from "./read-key.js";
import { readKeymap } from "./read-keymap.js";
import { readYaml } from "./read-yaml.js";
import { plain } from "./tree.js";

test("keys are read as people write them and as the terminal library does", () => {
  const same = {
    "ctrl+r": ["Ctrl-R", "ctrl+r", "Control-r", "CTRL+R", " Ctrl-R "],
    "alt+enter": ["Alt-Enter", "alt+return", "Option-Enter", "Meta-Return"],
    "ctrl+alt+shift+up": ["Shift-Alt-Ctrl-Up", "ctrl+shift+alt+up"],
    "ctrl+-": ["Ctrl--", "ctrl+-", "Ctrl-Minus"],
    "ctrl++": ["Ctrl-+", "ctrl++", "Ctrl-Plus"],
    pageUp: ["PgUp", "pageUp", "Page-Up"],
    escape: ["Esc", "escape"],
    "shift+g": ["G", "Shift-G"],
    "super+k": ["Cmd-K"],
    "?": ["?"],
    "-": ["-"],
    f2: ["F2"],
  };
  for (const [id, written] of Object.entries(same))
    for (const text of written) expect([text, readKey(text)]).toEqual([text, id]);
  for (const text of ["", "Ctrl-", "Ctrl-Foo", "F13", "Ctrl-Ctrl-R", "ö", "ab", "Hyper-X", "constructor"])
    expect([text, readKey(text)]).toEqual([text, undefined]);
});

async function read(text: string) {
  const said: string[] = [];
  const file = await readYaml(text);
  if (!file.ok) throw new Error(text);
  const tree = readKeymap(file.root, ({ line, path, what, instead }) =>
    said.push(`${line}: ${path}: ${what}; ${instead}`),
  );
  return { keys: tree === undefined ? undefined : plain(tree), said };
}

test("a map of keys: one, several, none; what is wrong is said and the rest counts", async () => {
  const { keys, said } = await read(
    [
      "historySearch: Ctrl-T",
      "foldAll: [Alt-O, Ctrl-Foo, alt+o]",
      "suspend: false",
      "leave: off",
      "help: 1",
      "send: {a: b}",
      "serch: Ctrl-F",
      "zzzzzzzz: Ctrl-F",
      "tree: true",
      "undo:",
      "yank: []",
    ].join("\n"),
  );
  expect(keys).toEqual({
    historySearch: ["ctrl+t"],
    foldAll: ["alt+o"],
    suspend: [],
    leave: [],
    help: ["1"],
    yank: [],
  });
  expect(said).toMatchInlineSnapshot(`
    [
      "2: keys.foldAll: "Ctrl-Foo" is no key: write keys like Ctrl-R, Alt-Enter or F2; it is ignored",
      "6: keys.send: {"a":"b"} is no key: write keys like Ctrl-R, Alt-Enter or F2; it is ignored",
      "7: keys.serch: the window has no action "serch"; it is ignored; did you mean "search"?",
      "8: keys.zzzzzzzz: the window has no action "zzzzzzzz"; it is ignored",
      "9: keys.tree: true is no key: write keys like Ctrl-R, Alt-Enter or F2; it is ignored",
    ]
  `);
});

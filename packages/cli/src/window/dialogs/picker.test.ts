import { afterEach, expect, test } from "vitest";
import { KEYS, openDialogs, type DialogOptions, type DialogTest } from "./dialog-kit.js";
import { askText } from "./ask-text.js";
import { confirm } from "./confirm.js";
import { keyHelp } from "./key-help.js";
import { pick } from "./pick.js";

let open: DialogTest | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});
const start = async (options: DialogOptions = {}): Promise<DialogTest> => (open = await openDialogs(options));
const numbers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ value: n + 1, label: `row ${n + 1}`, note: `note ${n + 1}` }));

test("a list: the frame, the rows with their notes, the keys", async () => {
  const t = await start({ cols: 60, rows: 12 });
  void pick(t.host, { title: "Numbers", rows: numbers(3), enter: "take it", hint: "Alt-X more" });
  await t.waitFor("row 3");
  expect(t.screen()).toMatchInlineSnapshot(`
    "


       ╭─ Numbers ──────────────────────────────────────────╮
       │ / type to narrow down                              │
       │ ›  row 1                                    note 1 │
       │    row 2                                    note 2 │
       │    row 3                                    note 3 │
       ╰─ Enter take it · Alt-X more · Esc close ───────────╯


    "
  `);
});

test("arrows go round, pages stop at the ends, Enter gives the row", async () => {
  const t = await start();
  const first = pick(t.host, { title: "n", rows: numbers(100), enter: "x" });
  await t.waitFor("1/100");
  t.type(KEYS.up);
  await t.waitFor("100/100");
  t.type(KEYS.down, KEYS.down, KEYS.enter);
  expect(await first).toMatchObject({ action: "choose", value: 2 });
  const second = pick(t.host, { title: "n", rows: numbers(100), enter: "x" });
  t.type(KEYS.pageDown);
  await t.waitFor("row 20");
  t.type(KEYS.esc);
  expect(await second).toBeUndefined();
  await t.until(() => !t.screen().includes("row"), "the end of the dialog");
});

test("typing narrows down, best first; Backspace widens", async () => {
  const t = await start();
  const rows = ["apple pie", "pineapple", "pear", "日本語の題名"].map((label) => ({ value: label, label }));
  const picked = pick(t.host, { title: "n", rows, enter: "x" });
  t.type("p", "i", "n");
  await t.until(() => !t.screen().includes("pear"), "the narrower list");
  t.type("z");
  await t.waitFor("nothing fits");
  t.type(KEYS.enter, KEYS.backspace, KEYS.backspace, KEYS.backspace, KEYS.backspace, "本");
  await t.until(() => !t.screen().includes("apple"), "the wide row");
  t.type(KEYS.enter);
  expect(await picked).toMatchObject({ value: "日本語の題名", typed: "本" });
});

test.each([
  [20, 6],
  [24, 8],
  [39, 10],
  [200, 60],
])("at %d by %d nothing breaks, wide characters and controls included", async (cols, rows) => {
  const t = await start({ cols, rows });
  const texts = ["日本語".repeat(40), "\x1b[31mred\x07\u202eback", "👩‍👩‍👧‍👦 family", "a\nb\tc", "ok"];
  const picked = pick(t.host, {
    title: "題名".repeat(30),
    rows: texts.map((label, value) => ({ value, label, note: "注".repeat(30) })),
    enter: "take it",
    hint: "many more keys that do not fit here",
    preview: () => ["one", "two", "three"],
  });
  await t.waitFor("日本");
  for (const _ of texts) {
    t.type(KEYS.down);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(t.lines().some((line) => line.includes("›"))).toBe(true);
  }
  expect(t.raw()).not.toContain("\x1b[31mred");
  expect(t.raw()).not.toContain("\u202e");
  await t.resize(20, 6);
  t.type(KEYS.up);
  await t.waitFor("ok");
  expect(t.lines().filter((line) => line !== "").length).toBeLessThanOrEqual(4);
  t.type(KEYS.enter);
  expect(await picked).toMatchObject({ value: 4 });
});

test("rows that are awaited, and what is said instead of them", async () => {
  const t = await start();
  let tell: (text: string) => void = () => {};
  const rows = new Promise<string>((resolve) => (tell = resolve));
  const picked = pick(t.host, { title: "n", rows, waiting: "asking …", enter: "x" });
  await t.waitFor("asking …");
  t.type(KEYS.enter);
  tell("the server is\ngone");
  await t.waitFor("the server is gone");
  t.type(KEYS.esc);
  expect(await picked).toBeUndefined();
  const early = pick(t.host, { title: "n", rows: Promise.resolve(numbers(3)), enter: "x" });
  t.type(KEYS.down, KEYS.enter);
  expect(await early).toMatchObject({ value: 2 });
  const failing = pick(t.host, { title: "n", rows: Promise.reject(new Error("it broke")), enter: "x" });
  await t.waitFor("it broke");
  t.type("\x03");
  expect(await failing).toBeUndefined();
});

test("one dialog stands at a time", async () => {
  const t = await start();
  const first = pick(t.host, { title: "first", rows: numbers(2), enter: "x" });
  expect(await pick(t.host, { title: "second", rows: numbers(2), enter: "x" })).toBeUndefined();
  await t.waitFor("first");
  expect(t.screen()).not.toContain("second");
  t.type(KEYS.esc);
  expect(await first).toBeUndefined();
});

test("the mouse: the wheel moves, a click on the selected row takes it", async () => {
  const t = await start({ cols: 60, rows: 20 });
  const picked = pick(t.host, { title: "n", rows: numbers(3), enter: "x" });
  await t.waitFor("row 3");
  const line = t.lines().findIndex((text) => text.includes("row 2"));
  const click = (down: boolean): string => `\x1b[<0;12;${line + 1}${down ? "M" : "m"}`;
  t.type(click(true), click(false));
  expect(await picked).toMatchObject({ value: 2 });
});

test("a line of text: what stood there, edited; closing gives nothing", async () => {
  const t = await start({ cols: 30, rows: 8 });
  const asked = askText(t.host, "Another title", "old");
  await t.waitFor("> old");
  t.type(KEYS.backspace, "d", "er", "題", KEYS.enter);
  expect(await asked).toBe("older題");
  const closed = askText(t.host, "t");
  t.type("x", KEYS.esc);
  expect(await closed).toBeUndefined();
});

test("a question before something is lost: Enter alone is no", async () => {
  const t = await start();
  const no = confirm(t.host, "Delete?", "Yes, delete it");
  t.type(KEYS.enter);
  expect(await no).toBe(false);
  const yes = confirm(t.host, "Delete?", "Yes, delete it");
  t.type(KEYS.down, KEYS.enter);
  expect(await yes).toBe(true);
  const closed = confirm(t.host, "Delete?", "Yes, delete it");
  t.type(KEYS.esc);
  expect(await closed).toBe(false);
});

test("the help shows the keys as they are set, in columns, the selected action in full below", async () => {
  const t = await start({ cols: 110, rows: 40, keys: { foldAll: ["ctrl+t"], suspend: [] } });
  const help = keyHelp(t.host);
  await t.waitFor("Search the history of this folder");
  expect(t.screen()).toMatch(/Ctrl-T +Unfold or fold everything +foldAll/);
  expect(t.screen()).toMatch(/\(no key\) +Suspend/);
  expect(t.screen()).toMatch(/\(no key\) +The session as a tree/);
  const column = (text: string): number =>
    t
      .lines()
      .map((row) => row.indexOf(text))
      .find((at) => at >= 0) ?? -1;
  expect(column("New line  ")).toBe(column("Cancel what runs  "));
  expect(column("newLine")).toBe(column("cancel  "));
  expect(t.screen()).toContain("Shift-Enter, Ctrl-J · The window · newLine");
  const top = t.lines().findIndex((row) => row.includes("Keys"));
  t.write("word left");
  await t.waitFor("Alt-Left, Ctrl-Left, Alt-B · The editor · cursorWordLeft");
  expect(t.lines().findIndex((row) => row.includes("Keys"))).toBe(top);
  t.type(KEYS.enter);
  await help;
});

test("the help in a narrow window keeps its columns", async () => {
  const t = await start({ cols: 40, rows: 15 });
  const help = keyHelp(t.host);
  await t.waitFor("Keys");
  expect(t.screen()).toMatchInlineSnapshot(`
    "
    ╭─ Keys 1/69 ──────────────────────────╮
    │ / type to narrow down                │
    │ ›  Shift-Enter …  New line           │
    │    Enter          Send; while a tur… │
    │    Alt-Enter      New line; while a… │
    │    Esc            Cancel what runs   │
    │    Ctrl-C         Cancel what runs … │
    │ ──────────────────────────────────── │
    │ New line                             │
    │ Shift-Enter, Ctrl-J · The window ·   │
    │ newLine                              │
    ╰─ Esc close ──────────────────────────╯

    "
  `);
  t.type(KEYS.esc);
  await help;
});

test("in a narrow window a list whose notes matter keeps them", async () => {
  const t = await start({ cols: 40, rows: 12 });
  const rows = [
    { value: 1, label: "How a waiting question is told (notify)", note: "bell" },
    { value: 2, label: "Lines of output that are shown (previewLines)", note: "10" },
  ];
  void pick(t.host, { title: "Settings", rows, enter: "change", keepNotes: true });
  await t.waitFor(/How a waiting quest.*… +bell │/);
  expect(t.screen()).toMatch(/Lines of output that.*… +10 │/);
});

test("keys that have no room on the lower edge are left out whole, the closing one never", async () => {
  const t = await start({ cols: 50, rows: 12 });
  void pick(t.host, { title: "n", rows: numbers(1), enter: "go on", hint: "Ctrl-O copy · Ctrl-R rename" });
  await t.waitFor("─ Enter go on · Ctrl-O copy · Esc close ─");
});

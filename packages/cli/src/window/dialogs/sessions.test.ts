import { afterEach, expect, test } from "vitest";
import { chooseSession } from "./choose-session.js";
import { KEYS, openDialogs, type DialogOptions, type DialogTest } from "./dialog-kit.js";
import { sessionTurns } from "./session-turns.js";

let open: DialogTest | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** A window in whose folder there are conversations; the last one is open. */
async function start(conversations: readonly (readonly string[])[], options: DialogOptions = {}) {
  const t = (open = await openDialogs({ cols: 90, rows: 30, ...options }));
  for (const [index, prompts] of conversations.entries()) {
    if (index > 0) await t.session.reset();
    for (const prompt of prompts) await t.session.prompt(prompt);
  }
  return t;
}
const titles = async (t: DialogTest) =>
  (await t.runtime.sessions.list()).map((info) => info.title).toSorted();
const prompts = (t: DialogTest) =>
  t.session
    .messages()
    .flatMap((message) => (message.role === "user" ? [message.blocks[0]] : []))
    .map((block) => (block?.type === "text" ? block.text : ""));

test("the list shows every conversation with its ends, and Enter goes on with one", async () => {
  const t = await start([["first question", "last question"], ["other 日本語"]]);
  const done = chooseSession(t.host);
  await t.waitFor("* other 日本語");
  expect(t.screen()).toMatch(/first question +2 prompts · \d{4}-\d\d-\d\d \d\d:\d\d/);
  t.type("f", "i", "r");
  await t.waitFor("answer 2");
  expect(t.screen()).toMatch(/> first question[^]*> last question[^]*answer 2/);
  t.type(KEYS.enter);
  await done;
  expect(prompts(t)).toEqual(["first question", "last question"]);
  expect(t.redraws).toBe(1);
  expect(t.flashes).toEqual(["going on with first question"]);
});

test("Enter on the open one closes, Esc closes", async () => {
  const t = await start([["only"]]);
  const { id } = t.session;
  const done = chooseSession(t.host);
  await t.waitFor("* only");
  t.type(KEYS.enter);
  await done;
  const again = chooseSession(t.host);
  await t.waitFor("* only");
  t.type(KEYS.esc);
  await again;
  expect([t.session.id === id, t.redraws]).toEqual([true, 0]);
});

test("rename: the open one and another one, and the list stays where it was", async () => {
  const t = await start([["older"], ["newer"]]);
  const done = chooseSession(t.host);
  await t.waitFor("newer");
  t.type(KEYS.altR);
  await t.waitFor("> newer");
  t.write("!");
  t.type(KEYS.enter);
  await t.waitFor("* newer!");
  expect(t.session.title).toBe("newer!");
  t.type(KEYS.down, KEYS.altR);
  await t.waitFor("> older");
  t.write(" one");
  t.type(KEYS.enter);
  await t.waitFor("›  older one");
  t.type(KEYS.esc);
  await done;
  expect(await titles(t)).toEqual(["newer!", "older one"]);
});

test("delete asks, keeps on no, and never takes the open one", async () => {
  const t = await start([["older"], ["newer"]]);
  const done = chooseSession(t.host);
  await t.waitFor("older");
  t.type(KEYS.altD);
  await t.until(() => t.flashes.length === 1, "the refusal");
  expect(t.flashes[0]).toBe("this is the session you are in; /new starts another one");
  await t.waitFor("older");
  t.type(KEYS.down, KEYS.altD);
  await t.waitFor('Delete "older" for good?');
  t.type(KEYS.enter);
  await t.waitFor("Sessions");
  expect(await titles(t)).toEqual(["newer", "older"]);
  t.type(KEYS.altD);
  await t.waitFor("Yes, delete it");
  t.type(KEYS.down, KEYS.enter);
  await t.until(() => t.flashes.includes("deleted: older"), "the word about it");
  await t.waitFor("Sessions");
  t.type(KEYS.esc);
  await done;
  expect(await titles(t)).toEqual(["newer"]);
});

test("a copy is gone on with, and the original stays", async () => {
  const t = await start([["older"], ["newer"]]);
  const done = chooseSession(t.host);
  await t.waitFor("older");
  t.type("o", "l", "d", KEYS.altF);
  await done;
  expect(prompts(t)).toEqual(["older"]);
  await t.session.prompt("more");
  expect((await t.runtime.sessions.list()).map((info) => info.prompts).toSorted((a, b) => a - b)).toEqual([
    1, 1, 2,
  ]);
});

test("a folder without conversations says so", async () => {
  const t = await start([]);
  const done = chooseSession(t.host);
  await t.waitFor("There is no stored conversation of this folder yet.");
  t.type(KEYS.enter, KEYS.altR, KEYS.altD, KEYS.esc);
  await done;
});

test("the tree: going on behind a turn, asking otherwise, and back to where one was", async () => {
  const t = await start([["one", "two", "three"]]);
  const original = t.session.id;
  let done = sessionTurns(t.host);
  await t.waitFor("you are here");
  t.type(KEYS.up, KEYS.enter);
  await t.waitFor("Go on behind this turn, in a copy");
  t.type(KEYS.enter);
  await done;
  expect(prompts(t)).toEqual(["one", "two"]);
  await t.session.prompt("three, otherwise");

  done = sessionTurns(t.host);
  await t.waitFor("├ three");
  t.write("two");
  t.type(KEYS.enter);
  await t.waitFor("Ask this otherwise");
  t.type(KEYS.down, KEYS.enter);
  await done;
  expect(prompts(t)).toEqual(["one"]);
  expect(t.inserted).toEqual(["two"]);
  await t.session.prompt("two, otherwise");

  done = sessionTurns(t.host);
  await t.waitFor("you are here");
  expect(
    t
      .lines()
      .filter((line) => /one|two|three/.test(line))
      .map((line) => line.replace(/ {2,}/g, "  ").trim()),
  ).toMatchInlineSnapshot(`
    [
      "│  * one  │",
      "│  ├ two  │",
      "│  │ ├ three  ends: one │",
      "│  │ └ three, otherwise  ends: one │",
      "│ ›* └ two, otherwise  you are here │",
    ]
  `);
  t.write("ends");
  await t.waitFor("ends: one");
  t.type(KEYS.enter);
  await t.waitFor("Go on with: one");
  t.type(KEYS.enter);
  await done;
  expect(t.session.id).toBe(original);
  expect(prompts(t)).toEqual(["one", "two", "three"]);
});

test("without a turn there is no tree, and nothing is cancelled for one", async () => {
  const t = await start([]);
  await sessionTurns(t.host);
  expect(t.flashes).toEqual(["there is nothing to go back to yet: this session has no file"]);
});

test("at 20 by 6 sessions and turns are still usable", async () => {
  const t = await start([["日本語の質問"], ["two", "three"]], { cols: 20, rows: 6 });
  let done = sessionTurns(t.host);
  await t.waitFor("three");
  t.type(KEYS.esc);
  await done;
  done = chooseSession(t.host);
  await t.waitFor("* two");
  t.type(KEYS.down);
  await t.waitFor("日本語");
  t.type(KEYS.enter);
  await done;
  expect(prompts(t)).toEqual(["日本語の質問"]);
});

test("a long message in the preview keeps its indent", async () => {
  const t = await start([["word ".repeat(40)]], { cols: 60 });
  const done = chooseSession(t.host);
  await t.waitFor("> word");
  const rows = t.lines().filter((row) => /word word/.test(row) && !row.includes("*"));
  expect(rows.map((row) => row.search(/word/))).toEqual(rows.map(() => rows[0]?.indexOf("word")));
  expect(rows).toHaveLength(3);
  t.type(KEYS.esc);
  await done;
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Provider } from "@mm-agent/agent";
import { scripted } from "@mm-agent/agent/testing";
import { startModelServer } from "@mm-agent/testkit";
import { afterEach, expect, test } from "vitest";
import { chooseModel } from "./choose-model.js";
import { KEYS, openDialogs, type DialogOptions, type DialogTest } from "./dialog-kit.js";
import { settings } from "./settings.js";

let open: DialogTest | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});
const start = async (options: DialogOptions = {}): Promise<DialogTest> =>
  (open = await openDialogs({ cols: 100, rows: 24, ...options }));
const file = (t: DialogTest): string => join(t.home, "config/mm/config.yaml");
const short = (t: DialogTest, text: string | undefined): string | undefined => text?.replaceAll(t.home, "~");

const named = (id: string): Provider => ({
  ...scripted({ turns: [{ text: "hi" }] }),
  name: "custom",
  model: id,
  models: () =>
    Promise.resolve([
      { id: "small", contextWindow: 8192 },
      { id: "日本-large", contextWindow: 131_072, images: true },
      { id: "other" },
    ]),
});

test("a setting is chosen, written with the comments kept, and said; the list shows the new value", async () => {
  const t = await start({ config: "# mine\ntheme: dark # at night\n" });
  const taken: unknown[] = [];
  const done = settings(t.host, (key, value) => (taken.push([key, value]), key === "theme"));
  await t.waitFor(/› +Colours of the window \(theme\) +dark/);
  t.type(KEYS.enter);
  await t.waitFor("* dark");
  t.type(KEYS.down, KEYS.enter);
  await t.waitFor(/› +Colours of the window \(theme\) +light/);
  expect(readFileSync(file(t), "utf8")).toBe("# mine\ntheme: light # at night\n");
  expect(short(t, t.flashes[0])).toBe("theme: light, saved in ~/config/mm/config.yaml");
  t.write("enter while");
  t.type(KEYS.enter);
  await t.waitFor("* cancel");
  t.type(KEYS.down, KEYS.enter);
  await t.waitFor(/Enter while a turn runs \(whileRunning\) +steer/);
  expect(short(t, t.flashes[1])).toBe(
    "whileRunning: steer, saved in ~/config/mm/config.yaml; it counts from the next start on",
  );
  expect(taken).toEqual([
    ["theme", "light"],
    ["whileRunning", "steer"],
  ]);
  t.type(KEYS.esc);
  await done;
});

test("the mode holds at once", async () => {
  const t = await start();
  const done = settings(t.host);
  t.write("without a question");
  t.type(KEYS.enter);
  await t.waitFor("* yolo");
  t.type(KEYS.up, KEYS.up, KEYS.enter);
  await t.until(() => t.flashes.length === 1, "the word about it");
  expect(t.session.mode).toBe("ask");
  expect(readFileSync(file(t), "utf8")).toBe("mode: ask\n");
  t.type(KEYS.esc);
  await done;
});

test("numbers are typed and checked; the value that stands changes nothing", async () => {
  const t = await start();
  const done = settings(t.host);
  t.write("previewLines");
  t.type(KEYS.enter);
  await t.waitFor("> 10");
  t.type(KEYS.enter);
  await t.waitFor("Settings");
  t.type(KEYS.enter);
  await t.waitFor("> 10");
  t.type("x", KEYS.enter);
  await t.until(() => t.flashes.length === 1, "the refusal");
  await t.waitFor("Settings");
  t.type(KEYS.enter);
  await t.waitFor("> 10");
  t.type("0", KEYS.enter);
  await t.until(() => t.flashes.length === 2, "the word about it");
  expect(t.flashes[0]).toBe("10x is not a whole number of 0 or more");
  expect(readFileSync(file(t), "utf8")).toBe("previewLines: 100\n");
  t.type(KEYS.esc);
  await done;
});

test("a file that cannot be changed stays, and it is said what to write", async () => {
  const t = await start();
  const done = settings(t.host);
  mkdirSync(join(t.home, "config/mm"), { recursive: true });
  writeFileSync(file(t), "theme: [oops\n");
  await t.waitFor("Colours of the window");
  t.type(KEYS.enter);
  await t.waitFor("* auto");
  t.type(KEYS.down, KEYS.enter);
  await t.until(() => t.flashes.length === 1, "the refusal");
  expect(short(t, t.flashes[0])).toMatch(
    /^~\/config\/mm\/config\.yaml is left as it is: .*; write theme: "dark" into it yourself$/,
  );
  expect(readFileSync(file(t), "utf8")).toBe("theme: [oops\n");
  t.type(KEYS.esc);
  await done;
});

test("models with their windows; the one in use is marked, and it stays when it is chosen", async () => {
  const t = await start({ provider: named("small") });
  const chosen = chooseModel(t.host);
  await t.waitFor("›* small");
  expect(t.screen()).toMatch(/small +8192 tokens/);
  expect(t.screen()).toMatch(/日本-large +131k tokens, images/);
  expect(t.screen()).toMatch(/other +window unknown/);
  t.type(KEYS.enter);
  expect(await chosen).toBe("small");
  expect(t.flashes).toEqual([]);
});

test("another model of a real server is taken by the session's own command", async () => {
  const models = { data: [{ id: "m", max_model_len: 9000 }, { id: "qwen3:8b" }] };
  const server = await startModelServer([], { models });
  const config = `provider: openai\nbaseUrl: ${server.url}/v1\nmodel: m\napiKey: none\n`;
  const t = await start({ provider: "configured", config });
  const chosen = chooseModel(t.host);
  await t.waitFor(/›\* m +9000 tokens/);
  expect(t.screen()).toMatch(/qwen3:8b +about 41k tokens/);
  t.write("qwen");
  t.type(KEYS.enter);
  expect(await chosen).toBe("qwen3:8b");
  expect(t.session.provider.model).toBe("qwen3:8b");
  expect(t.flashes).toEqual(["qwen3:8b @ openai, from the next request on"]);
  // In the settings it is saved for the sessions to come.
  const done = settings(t.host);
  t.write("(model)");
  t.type(KEYS.enter);
  await t.waitFor("* qwen3:8b");
  t.type(KEYS.up, KEYS.enter);
  await t.until(() => t.flashes.length === 3, "the word about it");
  expect(readFileSync(file(t), "utf8")).toBe(config);
  expect(short(t, t.flashes[2])).toBe("model: m, saved in ~/config/mm/config.yaml");
  t.type(KEYS.esc);
  await done;
  await server.close();
});

test("a server that fails is shown in the place of its models", async () => {
  const models = () => Promise.reject(new Error("connection refused"));
  const t = await start({ provider: { ...named("small"), models } });
  const failed = chooseModel(t.host);
  await t.waitFor("connection refused");
  t.type(KEYS.esc);
  expect(await failed).toBeUndefined();
});

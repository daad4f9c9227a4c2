import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTrustStore } from "./trust-store.js";

let top: string;
let file: string;
const store = () => openTrustStore({ XDG_STATE_HOME: join(top, "state") });

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "mm-trust-")));
  file = join(top, "state", "mm", "trust.json");
  mkdirSync(join(top, "work", "a", "b"), { recursive: true });
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

test("nothing is trusted at first; a decision counts for the folders below, the nearest one wins", async () => {
  const trust = store();
  expect(await trust.isTrusted(join(top, "work"))).toBe(false);
  await trust.setTrusted(join(top, "work"), true);
  await trust.setTrusted(join(top, "work", "a"), false);
  const again = store();
  expect(await again.isTrusted(join(top, "work"))).toBe(true);
  expect(await again.isTrusted(join(top, "work", "a", "b"))).toBe(false);
  expect(await again.isTrusted(join(top, "workshop"))).toBe(false);
  expect(await again.isTrusted(top)).toBe(false);
  expect((await again.list()).map(({ folder, trusted }) => ({ folder, trusted }))).toEqual([
    { folder: join(top, "work"), trusted: true },
    { folder: join(top, "work", "a"), trusted: false },
  ]);
});

test("links count as what they point to", async () => {
  symlinkSync(join(top, "work"), join(top, "link"));
  await store().setTrusted(join(top, "link"), true);
  expect(await store().isTrusted(join(top, "work", "a"))).toBe(true);
  expect((await store().list())[0]?.folder).toBe(join(top, "work"));
});

test("the file is private, and nothing is left beside it", async () => {
  await store().setTrusted(top, true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(file, ".."))).toEqual(["trust.json"]);
});

test("decisions made at the same time are all kept", async () => {
  const dirs = Array.from({ length: 12 }, (_, index) => join(top, "work", `d${index}`));
  for (const dir of dirs) mkdirSync(dir);
  await Promise.all(dirs.map((dir) => store().setTrusted(dir, true)));
  expect(await store().list()).toHaveLength(12);
});

test.each([
  "{",
  "[]",
  "null",
  '{"folders": []}',
  '{"folders": {"/": "yes"}}',
  '{"folders": {"/": {"trusted": 1}}}',
  "",
])("a file that holds %j trusts nothing, and the next decision can be stored", async (text) => {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  expect(await store().isTrusted(top)).toBe(false);
  await store().setTrusted(join(top, "work"), true);
  expect(await store().isTrusted(join(top, "work"))).toBe(true);
  const kept = readdirSync(join(file, "..")).includes("trust.json.broken");
  if (kept) expect(readFileSync(`${file}.broken`, "utf8")).toBe(text);
});

test("a lock that was left behind does not last", async () => {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(`${file}.lock`, "");
  const old = new Date(Date.now() - 60_000);
  utimesSync(`${file}.lock`, old, old);
  await store().setTrusted(top, true);
  expect(await store().isTrusted(top)).toBe(true);
});

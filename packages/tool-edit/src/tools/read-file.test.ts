import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { expect, test } from "vitest";
import { openSession } from "./fixtures/open-session.js";

test.each<[string, string, object, string]>([
  ["a whole file with its final newline", "a\nb\n", {}, "a\nb\n"],
  ["a whole file without one", "a\nb", {}, "a\nb"],
  ["lines from the middle", "a\nb\nc\nd\n", { start: 2, end: 3 }, "b\nc"],
  ["the last lines", "a\nb\nc\n", { start: 2 }, "b\nc\n"],
  ["the first line", "a\nb\nc\n", { end: 1 }, "a"],
  ["numbered lines", "a\n\nc\n", { numbered: true }, "1 │ a\n2 │ \n3 │ c\n"],
  ["numbers of one width", "x\n".repeat(10), { start: 9, numbered: true }, " 9 │ x\n10 │ x\n"],
  ["an end beyond the end", "a\nb\n", { start: 2, end: 9 }, "b\n[the file has 2 lines]"],
  ["a start beyond the end", "a\nb\n", { start: 5 }, "[f has 2 lines — start 5 is beyond the end]"],
  ["an empty file", "", {}, "[f is empty]"],
  ["CRLF as it is", "a\r\nb\r\n", {}, "a\r\nb\r\n"],
  ["no byte order mark", "\uFEFFa\n", {}, "a\n"],
])("reads %s", async (_, content, range, text) => {
  const { call, put, at } = openSession();
  await put("f", content);
  const result = await call("read_file", { path: "f", ...range });
  expect(result.text).toBe(text);
  expect(result.ok ?? true).toBe(true);
  expect(result.locations?.[0]?.path).toBe(at("f"));
});

test("cuts at whole lines and says how to go on", async () => {
  const { call, put } = openSession({ maxOutput: 200 });
  const lines = Array.from({ length: 40 }, (_, index) => `this is line ${index + 1}`);
  await put("f", lines.map((line) => `${line}\n`).join(""));
  const { text } = await call("read_file", { path: "f" });
  expect(text.split("\n").at(-1)).toBe("[lines 1-10 of 40 — go on with start: 11]");
  expect(text.length).toBeLessThanOrEqual(200);
  const seen: string[] = [];
  for (let start = 1; start > 0;) {
    const part = await call("read_file", { path: "f", start });
    const mark = /\n?\[lines .* start: (\d+)\]$/.exec(part.text);
    seen.push(
      ...part.text
        .replace(/\n?\[lines .*\]$/, "")
        .trimEnd()
        .split("\n"),
    );
    start = Number(mark?.[1] ?? 0);
  }
  expect(seen).toEqual(lines);
});

test("shows many short lines, and few very long ones", async () => {
  const { call, put } = openSession();
  await put("short", "x\n".repeat(20_000));
  const { text } = await call("read_file", { path: "short" });
  expect(text.split("\n").at(-1)).toBe("[lines 1-9974 of 20000 — go on with start: 9975]");
  await put("long", `${"y".repeat(3_000_000)}\n`.repeat(12));
  const long = await call("read_file", { path: "long", start: 2, end: 12 });
  expect(long.text.split("\n").at(-1)).toMatch(
    /^\[line 2.* is 3000000 characters long and cut here — go on with start: 3\]$/,
  );
  await put("longer", "z".repeat(17 * 1024 * 1024));
  expect(await call("read_file", { path: "longer" })).toMatchObject({
    ok: false,
    code: "too_large",
    text: "line 1 of longer is longer than 16 MB and cannot be shown",
  });
});

test("cuts a line that does not fit", async () => {
  const { call, put } = openSession({ maxOutput: 300 });
  await put("f", `${"x".repeat(2000)}\nnext\n`);
  const { text } = await call("read_file", { path: "f" });
  expect(text.length).toBeLessThanOrEqual(300);
  expect(text.split("\n")[1]).toBe(
    "[line 1 of 2 is 2000 characters long and cut here — go on with start: 2]",
  );
});

test("refuses by name what it cannot show", async () => {
  const { call, put, at } = openSession();
  await put("bin", Uint8Array.from([0, 1, 2]));
  await put("latin", Uint8Array.from([97, 0xe9]));
  const refusals = {
    none: "none does not exist. Create it with write_file",
    bin: "bin is a binary file (it has NUL bytes)",
    latin: "latin is not UTF-8 text (first bad byte on line 1)",
  };
  for (const [path, text] of Object.entries(refusals)) {
    expect(await call("read_file", { path })).toMatchObject({ ok: false, text });
  }
  expect(await call("read_file", { path: "bin", start: 5, end: 2 })).toMatchObject({
    code: "invalid_input",
    text: "start (5) is after end (2) — swap them",
  });
  if (process.platform === "win32") return;
  execFileSync("mkfifo", [at("pipe")]);
  expect(await call("read_file", { path: "pipe" })).toMatchObject({ ok: false, code: "unsupported" });
});

test("lists a folder", async () => {
  const { call, put, at } = openSession();
  await mkdir(at("d/sub"), { recursive: true });
  expect((await call("read_file", { path: "d/sub" })).text).toBe("d/sub is an empty folder");
  await put("d/b.txt", "");
  await symlink("b.txt", at("d/link"));
  expect((await call("read_file", { path: "d" })).text).toBe("d is a folder:\nb.txt\nlink@\nsub/");
});

test("cuts a long listing", async () => {
  const { call, put, at } = openSession({ maxOutput: 100 });
  await mkdir(at("d"));
  for (let index = 10; index < 40; index++) await put(`d/file-${index}.txt`, "");
  const { text } = await call("read_file", { path: "d" });
  expect(text.length).toBeLessThanOrEqual(100);
  expect(text.split("\n").at(-1)).toBe("[… 24 more]");
});

test("needs no permission and shows the range in the title", async () => {
  const { run, put, asked } = openSession({ mode: "ask" });
  await put("f", "a\nb\n");
  const [outcome] = await run(
    ["read_file", { path: "f", start: "2", end: "" }],
    ["read_file", { path: "f", start: 1, end: 2 }],
  );
  expect(asked).toEqual([]);
  expect(outcome?.title).toContain("f");
});

test("reads a range of a large file without reading all of it", async () => {
  const { call, put } = openSession();
  const block = "some line of text that is about fifty bytes long\n".repeat(20_000);
  await put("f", block.repeat(60));
  const before = process.memoryUsage().rss;
  const { text } = await call("read_file", { path: "f", start: 10, end: 12 });
  expect(text.split("\n")).toHaveLength(3);
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});

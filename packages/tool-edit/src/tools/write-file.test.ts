import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { openSession } from "./fixtures/open-session.js";

test("creates a file with its folders", async () => {
  const { call, get, at } = openSession();
  const result = await call("write_file", { path: "a/b/new.txt", content: "one\ntwo" });
  expect(result.text).toBe(
    "created a/b/new.txt: 2 lines\n@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file",
  );
  expect(result.display).toEqual([{ type: "text", text: "created a/b/new.txt: 2 lines" }]);
  expect(result.changes).toEqual([
    {
      path: at("a/b/new.txt"),
      patch: "@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file\n",
      added: 2,
      removed: 0,
      before: null,
      after: "one\ntwo",
    },
  ]);
  expect(await get("a/b/new.txt")).toBe("one\ntwo");
});

test("does not give a long new file back", async () => {
  const { call } = openSession();
  const result = await call("write_file", { path: "new.txt", content: "line\n".repeat(100) });
  expect(result.text).toBe("created new.txt: 100 lines");
  expect(result.changes?.[0]?.added).toBe(100);
});

test("replaces a file and shows what changed", async () => {
  const { call, put, get, asked } = openSession({ mode: "ask" });
  await put("a.txt", "one\ntwo\nthree\n");
  const result = await call("write_file", { path: "a.txt", content: "one\n2\nthree\n" });
  expect(result.text).toBe(
    "replaced a.txt: 1 line added, 1 deleted\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three",
  );
  expect(await get("a.txt")).toBe("one\n2\nthree\n");
  expect(asked[0]).toMatchObject({ tool: "write_file", title: "a.txt", subject: "write_file" });
  expect(asked[0]?.changes[0]?.patch).toContain("-two\n+2\n");
  expect(asked[0]?.options.find(({ id }) => id === "project")?.rule).toBe("write_file: a.txt");
});

test("leaves a file with the same content alone and asks nobody", async () => {
  const { call, put, at, asked } = openSession({ mode: "ask" });
  await put("a.txt", "one\n");
  const before = await stat(at("a.txt"), { bigint: true });
  const result = await call("write_file", { path: "a.txt", content: "one\n" });
  expect(result).toMatchObject({ ok: true });
  expect(result.code).toBeUndefined();
  expect(result.text).toBe("a.txt is unchanged: it has this content already, nothing was written");
  const after = await stat(at("a.txt"), { bigint: true });
  expect([after.mtimeNs, after.ino]).toEqual([before.mtimeNs, before.ino]);
  expect(asked).toEqual([]);
});

test.each([
  [
    "CRLF stays",
    "a\r\nb\r\n",
    "a\nc\n",
    "a\r\nc\r\n",
    "replaced f: 1 line added, 1 deleted · kept the file's CRLF line ends",
  ],
  [
    "the byte order mark stays",
    "\uFEFFa\n",
    "b\n",
    "\uFEFFb\n",
    "replaced f: 1 line added, 1 deleted · kept the file's byte order mark",
  ],
  [
    "CRLF given on purpose",
    "a\nb\n",
    "a\r\nb\r\n",
    "a\r\nb\r\n",
    "replaced f: 2 lines added, 2 deleted · line ends are now CRLF",
  ],
  [
    "mixed before",
    "a\r\nb\n",
    "a\nb\nc\n",
    "a\nb\nc\n",
    "replaced f: 2 lines added, 1 deleted · line ends are now LF",
  ],
  ["no final newline is invented", "a\n", "b", "b", "replaced f: 1 line added, 1 deleted"],
  ["emptied", "a\r\n", "", "", "replaced f: 0 lines added, 1 deleted"],
])("line ends: %s", async (_, before, content, after, headline) => {
  const { call, put, get } = openSession();
  await put("f", before);
  expect((await call("write_file", { path: "f", content })).text.split("\n")[0]).toBe(headline);
  expect(await get("f")).toBe(after);
});

test("same content in the file's own style is no change", async () => {
  const { call, put } = openSession();
  await put("f", "\uFEFFa\r\nb\r\n");
  expect((await call("write_file", { path: "f", content: "a\nb\n" })).text).toContain("is unchanged");
});

test("replaces what is no text, and says so", async () => {
  const { call, put, get } = openSession();
  await put("f", Uint8Array.from([1, 0, 0xff]));
  expect((await call("write_file", { path: "f", content: "text\n" })).text).toBe(
    "replaced f, which was no UTF-8 text",
  );
  expect(await get("f")).toBe("text\n");
});

test("refuses a folder", async () => {
  const { call } = openSession();
  await call("write_file", { path: "d/a", content: "x" });
  expect(await call("write_file", { path: "d", content: "x" })).toMatchObject({
    ok: false,
    code: "unsupported",
    text: "d is a folder, not a file",
  });
});

test("writes over a change made since the last read, and says so", async () => {
  const { call, put, get } = openSession();
  await put("a.txt", "one\n");
  await call("read_file", { path: "a.txt" });
  await put("a.txt", "one by somebody else\n");
  expect((await call("write_file", { path: "a.txt", content: "two\n" })).text.split("\n")[0]).toBe(
    "replaced a.txt: 1 line added, 1 deleted · the file changed since it was last read",
  );
  expect(await get("a.txt")).toBe("two\n");
});

test("writes nothing when the file changes while permission is asked", async () => {
  const session = openSession({ mode: "ask", whileAsking: () => session.put("a.txt", "theirs, later\n") });
  await session.put("a.txt", "one\n");
  expect(await session.call("write_file", { path: "a.txt", content: "two\n" })).toMatchObject({
    ok: false,
    code: "conflict",
    text: "a.txt: changed while waiting — nothing was written; read the file and write it again",
  });
  expect(await session.get("a.txt")).toBe("theirs, later\n");
});

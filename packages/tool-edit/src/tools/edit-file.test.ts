import { stat } from "node:fs/promises";
import { applyPatch, normaliseCall, validateInput } from "@mm-agent/core";
import type { ClientFiles } from "@mm-agent/core";
import { createTestContext } from "@mm-agent/core/testing";
import { expect, test } from "vitest";
import { createEditTools } from "./create-edit-tools.js";
import { openSession } from "./fixtures/open-session.js";

const GO = "package main\n\nfunc main() {\n\tcount := 1\n\tprint(count)\n}\n";
const edit = (old: string, fresh: string) => ({ path: "main.go", edits: [{ old, new: fresh }] });

test("edits and tells what it did", async () => {
  const { call, put, get, at } = openSession();
  await put("main.go", GO);
  const result = await call("edit_file", edit("    count := 1\n    print(count)", "    print(2)"));
  expect(result.ok ?? true).toBe(true);
  expect(result.text).toBe(
    [
      "main.go: 1 edit applied, 1 line added, 2 deleted, first change at line 4 · 1 matched ignoring whitespace",
      "@@ -1,6 +1,5 @@",
      " package main",
      " ",
      " func main() {",
      "-\tcount := 1",
      "-\tprint(count)",
      "+\tprint(2)",
      " }",
    ].join("\n"),
  );
  expect(result.display).toEqual([
    {
      type: "text",
      text: "1 edit applied, 1 line added, 2 deleted, first change at line 4 · 1 matched ignoring whitespace",
    },
  ]);
  expect(result.locations).toEqual([{ path: at("main.go"), line: 4 }]);
  const [change] = result.changes ?? [];
  expect(change).toMatchObject({
    path: at("main.go"),
    added: 1,
    removed: 2,
    before: GO,
    after: await get("main.go"),
  });
  expect(applyPatch(GO, change?.patch ?? "")).toBe(await get("main.go"));
});

test("shows the diff before anybody is asked, with a rule for the path", async () => {
  const { call, put, asked } = openSession({ mode: "ask" });
  await put("main.go", GO);
  await call("edit_file", edit("count := 1", "count := 2"));
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ tool: "edit_file", title: "main.go", kind: "edit", subject: "edit_file" });
  expect(asked[0]?.changes[0]?.patch).toContain("-\tcount := 1\n+\tcount := 2\n");
  expect(asked[0]?.options.find(({ id }) => id === "session")?.rule).toBe("edit_file: main.go");
});

test("asks nobody about an edit that is refused, and keeps the file", async () => {
  const { call, put, get, asked } = openSession({ mode: "ask" });
  await put("main.go", GO);
  const result = await call("edit_file", edit("count := 9", "x"));
  expect(result).toMatchObject({ ok: false, code: "not_found" });
  expect(result.text).toBe(
    "main.go: edit #1: old text not found — it must match the file exactly, including indentation and line breaks:\n" +
      "  │ count := 9\nline 4 is similar: │ \tcount := 1",
  );
  expect(await call("edit_file", edit("n", "m"))).toMatchObject({ ok: false, code: "conflict" });
  expect(await call("edit_file", edit("}", "}"))).toMatchObject({ ok: false, code: "invalid_input" });
  expect(await call("edit_file", { path: "main.go", edits: [] })).toMatchObject({
    code: "invalid_input",
    text: "main.go was not changed: edits is empty — send at least one {old, new}",
  });
  expect(await get("main.go")).toBe(GO);
  expect(asked).toEqual([]);
});

test("dry_run shows the diff, writes nothing and asks nobody", async () => {
  const { call, put, get, at, asked } = openSession({ mode: "ask" });
  await put("main.go", GO);
  const before = await stat(at("main.go"), { bigint: true });
  const result = await call("edit_file", { ...edit("count := 1", "count := 2"), dry_run: true });
  expect(result.ok).toBe(true);
  expect(result.code).toBeUndefined();
  expect(result.text.split("\n")[0]).toBe(
    "main.go (dry run, nothing written): 1 edit applied, 1 line added, 1 deleted, first change at line 4",
  );
  expect(result.text).toContain("+\tcount := 2");
  expect(await get("main.go")).toBe(GO);
  expect((await stat(at("main.go"), { bigint: true })).mtimeNs).toBe(before.mtimeNs);
  expect(asked).toEqual([]);
});

test.each([
  ["edits as JSON text", { path: "main.go", edits: '[{"old": "count := 1", "new": "count := 2"}]' }],
  ["one edit instead of a list", { path: "main.go", edits: { old: "count := 1", new: "count := 2" } }],
  ["one edit as JSON text", { path: "main.go", edits: '{"old": "count := 1", "new": "count := 2"}' }],
  ["old and new beside path", { path: "main.go", old: "count := 1", new: "count := 2" }],
  [
    "old and new under other names",
    { file_path: "main.go", old_string: "count := 1", new_string: "count := 2" },
  ],
  ["old and new beside empty edits", { path: "main.go", edits: [], old: "count := 1", new: "count := 2" }],
])("takes %s", async (_, input) => {
  const { call, put, get } = openSession();
  await put("main.go", GO);
  expect((await call("edit_file", input)).text).toContain("1 edit applied");
  expect(await get("main.go")).toContain("count := 2");
});

test("refuses what would change the meaning, by name", async () => {
  const tools = createEditTools();
  const input = { path: "a", edits: [{ old: "a", new: "b", replace_all: true }] };
  const read = await normaliseCall(tools, { name: "edit_file", input });
  expect(read.ok).toBe(false);
  expect(!read.ok && read.text).toContain("replace_all");
  const editFile = tools.find(({ name }) => name === "edit_file");
  expect(editFile && (await validateInput(editFile, { path: "a" })).ok).toBe(false);
});

test.each<[string, string | Uint8Array | undefined, string, string]>([
  ["a missing file", undefined, "not_found", "main.go does not exist. Create it with write_file"],
  ["a binary file", "a\0b", "unsupported", "main.go is a binary file (it has NUL bytes)"],
  [
    "Latin-1",
    Uint8Array.from([97, 10, 0xe9, 10]),
    "unsupported",
    "main.go is not UTF-8 text (first bad byte on line 2)",
  ],
])("refuses %s", async (_, content, code, text) => {
  const { call, put } = openSession();
  if (content !== undefined) await put("main.go", content);
  expect(await call("edit_file", edit("a", "b"))).toMatchObject({ ok: false, code, text });
});

test("says that the file changed since it was read in this session", async () => {
  const { call, put } = openSession();
  await put("main.go", GO);
  expect((await call("edit_file", edit("count := 1", "count := 2"))).text).not.toContain("changed since");
  await call("read_file", { path: "main.go", end: 2 });
  expect((await call("edit_file", edit("count := 2", "count := 3"))).text).not.toContain("changed since");
  await put("main.go", `// new\n${GO}`);
  expect((await call("edit_file", edit("    count := 1\n", "    count := 4\n"))).text.split("\n")[0]).toBe(
    "main.go: 1 edit applied, 1 line added, 1 deleted, first change at line 5 · " +
      "the file changed since it was last read · 1 matched ignoring whitespace",
  );
  expect((await call("edit_file", edit("count := 4", "count := 5"))).text).not.toContain("changed since");
});

test("edits what is there when the file changes elsewhere while permission is asked", async () => {
  const session = openSession({
    mode: "ask",
    whileAsking: () => session.put("main.go", `// one\n// two\n${GO}`),
  });
  await session.put("main.go", GO);
  const result = await session.call("edit_file", edit("count := 1", "count := 2"));
  expect(result.text.split("\n")[0]).toBe(
    "main.go: 1 edit applied, 1 line added, 1 deleted, first change at line 6",
  );
  expect(await session.get("main.go")).toBe(`// one\n// two\n${GO.replace("1", "2")}`);
});

test.each([
  ["the place is gone", GO.replace("count := 1", "total := 1")],
  ["the place is ambiguous", GO + GO],
  ["only a loose match is left", GO.replace("{\n\tcount", "{\n\t\tcount")],
])("writes nothing when %s after the wait", async (_, content) => {
  const session = openSession({ mode: "ask", whileAsking: () => session.put("main.go", content) });
  await session.put("main.go", GO);
  const result = await session.call("edit_file", edit("{\n\tcount := 1", "{\n\tcount := 2"));
  expect(result).toMatchObject({ ok: false, code: "conflict" });
  expect(result.text).toBe(
    "main.go: changed while waiting — the places to edit are no longer the same, nothing was written; read the file again",
  );
  expect(await session.get("main.go")).toBe(content);
});

test("two edits of one file in one turn both land", async () => {
  const { run, put, get } = openSession();
  await put("main.go", GO);
  const outcomes = await run(
    ["edit_file", edit("count := 1", "count := 2")],
    ["edit_file", edit("print(count)", "print(count + 1)")],
    ["write_file", { path: "b.txt", content: "b\n" }],
    ["edit_file", { path: "b.txt", edits: [{ old: "b", new: "c" }] }],
  );
  expect(outcomes.map(({ result }) => result.ok ?? true)).toEqual([true, true, true, true]);
  expect(await get("main.go")).toBe("package main\n\nfunc main() {\n\tcount := 2\n\tprint(count + 1)\n}\n");
  expect(await get("b.txt")).toBe("c\n");
});

test("edits that were planned side by side land one after another", async () => {
  const { folder, put, get } = openSession();
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index};`);
  await put("a", lines.join("\n"));
  const { ctx } = createTestContext({ cwd: folder });
  const tool = createEditTools().find(({ name }) => name === "edit_file");
  if (tool === undefined) throw new Error("no tool");
  const inputs = lines.map((line, index) => ({
    path: "a",
    edits: [{ old: line, new: `${line}\nadded ${index}` }],
  }));
  const plans = await Promise.all(inputs.map(async (input) => tool.plan?.(input, ctx)));
  await Promise.all(inputs.map(async (input, index) => tool.run(input, ctx, plans[index])));
  expect(await get("a")).toBe(lines.map((line, index) => `${line}\nadded ${index}`).join("\n"));
});

test("goes through the editor where there is one", async () => {
  const buffers = new Map<string, string>();
  const written: string[] = [];
  const files: ClientFiles = {
    readText: async (abs) => buffers.get(abs) ?? Promise.reject(new Error("not open")),
    writeText: async (abs, content) => {
      written.push(abs);
      buffers.set(abs, content);
      await session.put("main.go", content);
    },
  };
  const session = openSession({ files });
  await session.put("main.go", GO);
  buffers.set(session.at("main.go"), GO.replace("count := 1", "count := unsaved"));
  const result = await session.call("edit_file", edit("count := unsaved", "count := 2"));
  expect(result.text).toContain("1 edit applied");
  expect(written).toEqual([session.at("main.go")]);
  expect(buffers.get(session.at("main.go"))).toBe(GO.replace("1", "2"));
  expect(await session.get("main.go")).toBe(GO.replace("1", "2"));
});

test("cuts long lines in the diff it shows, not in the file", async () => {
  const { call, put, get } = openSession();
  const line = `${"x".repeat(40_000)} KEY=1`;
  await put("main.go", `${line}\n`);
  const result = await call("edit_file", edit("KEY=1", "KEY=2"));
  expect(result.text.length).toBeLessThan(1500);
  expect(result.text).toContain("… (39507 more characters)");
  expect(result.changes?.[0]?.patch).toContain("KEY=2");
  expect(await get("main.go")).toContain("KEY=2");
});

test("edits a file of 5 MB at once", async () => {
  const { call, put } = openSession();
  await put("main.go", "some line of text\n".repeat(300_000) + "the end\n");
  const before = process.cpuUsage();
  expect((await call("edit_file", edit("the end", "over"))).text).toContain("first change at line 300001");
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(3000);
});

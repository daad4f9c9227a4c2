import { execFileSync } from "node:child_process";
import { chmod, link, lstat, mkdir, readdir, readlink, stat, symlink } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createTestContext } from "@mm-agent/core/testing";
import { createEditTools } from "./create-edit-tools.js";
import { openSession } from "./fixtures/open-session.js";

const edit = (path: string) => ({ path, edits: [{ old: "old", new: "new" }] });

describe.runIf(process.platform !== "win32")("files that are more than their content", () => {
  test("a script stays executable", async () => {
    const { call, put, at } = openSession();
    await put("run.sh", "old\n");
    await chmod(at("run.sh"), 0o755);
    await call("edit_file", edit("run.sh"));
    expect((await stat(at("run.sh"))).mode & 0o777).toBe(0o755);
    await call("write_file", { path: "run.sh", content: "x\n" });
    expect((await stat(at("run.sh"))).mode & 0o777).toBe(0o755);
  });

  test("an edit through a chain of links changes the target and keeps the links", async () => {
    const { call, put, get, at } = openSession();
    await mkdir(at("d"));
    await put("d/target", "old\n");
    await symlink("d/target", at("one"));
    await symlink(at("one"), at("two"));
    expect((await call("edit_file", edit("two"))).ok ?? true).toBe(true);
    expect(await get("d/target")).toBe("new\n");
    expect((await lstat(at("one"))).isSymbolicLink() && (await readlink(at("two")))).toBe(at("one"));
  });

  test("writing through a dangling link creates the target", async () => {
    const { call, get, at } = openSession();
    await symlink("later", at("link"));
    await call("write_file", { path: "link", content: "x\n" });
    expect(await get("later")).toBe("x\n");
    expect(await readlink(at("link"))).toBe("later");
  });

  test("a loop of links is refused", async () => {
    const { call, at } = openSession();
    await symlink("b", at("a"));
    await symlink("a", at("b"));
    for (const [tool, input] of [
      ["read_file", { path: "a" }],
      ["edit_file", edit("a")],
      ["write_file", { path: "a", content: "x" }],
    ] as const) {
      const result = await call(tool, input);
      expect(result).toMatchObject({ ok: false, code: "unsupported" });
      expect(result.text).toContain("loop");
    }
  });

  test("a hard link stays one", async () => {
    const { call, put, get, at } = openSession();
    await put("a", "old\n");
    await link(at("a"), at("b"));
    await call("edit_file", edit("a"));
    expect((await stat(at("a"))).nlink).toBe(2);
    expect(await get("b")).toBe("new\n");
  });

  test("a read-only file is refused and left alone", async () => {
    const { call, put, get, at } = openSession();
    await put("a", "old\n");
    await chmod(at("a"), 0o444);
    const result = await call("edit_file", edit("a"));
    expect(result).toMatchObject({ ok: false, code: "denied" });
    expect(result.text).toBe("a is read-only (mode 0444); it was left as it is");
    expect(await get("a")).toBe("old\n");
    expect((await stat(at("a"))).mode & 0o777).toBe(0o444);
    expect(await readdir(at("."))).toEqual(["a"]);
  });

  test("folders and pipes are refused without waiting", async () => {
    const { call, at } = openSession();
    await mkdir(at("d"));
    execFileSync("mkfifo", [at("pipe")]);
    expect(await call("edit_file", edit("d"))).toMatchObject({
      code: "unsupported",
      text: "d is a folder, not a file",
    });
    expect(await call("edit_file", edit("pipe"))).toMatchObject({ code: "unsupported" });
    expect(await call("write_file", { path: "pipe", content: "x" })).toMatchObject({ code: "unsupported" });
  });

  test("odd names work", async () => {
    const { call, put, get } = openSession();
    for (const name of ["with blank", "with\nnewline", "-dash", "é"]) {
      await put(name, "old\n");
      expect((await call("edit_file", edit(name))).ok ?? true).toBe(true);
      expect(await get(name)).toBe("new\n");
    }
    await put("up", "old\n");
    await call("edit_file", edit("missing/../up"));
    expect(await get("up")).toBe("new\n");
  });
});

test("an edit and a write of one file come one after the other", async () => {
  const { run, put, get } = openSession();
  await put("a", "old\n");
  const outcomes = await run(
    ["edit_file", edit("a")],
    ["write_file", { path: "a", content: "old again\n" }],
    ["edit_file", edit("a")],
  );
  expect(outcomes.map(({ result }) => result.ok ?? true)).toEqual([true, true, true]);
  expect(await get("a")).toBe("new again\n");
});

test("of an edit and a write that were planned side by side one wins and the other is refused", async () => {
  const { folder, put, get } = openSession();
  await put("a", "old\n");
  const { ctx } = createTestContext({ cwd: folder });
  const [, write, editFile] = createEditTools();
  if (write === undefined || editFile === undefined) throw new Error("no tools");
  const calls = [
    { tool: editFile, input: edit("a") },
    { tool: write, input: { path: "a", content: "written\n" } },
  ];
  const plans = await Promise.all(calls.map(async ({ tool, input }) => tool.plan?.(input, ctx)));
  const results = await Promise.all(
    calls.map(async ({ tool, input }, index) => tool.run(input, ctx, plans[index])),
  );
  const ok = results.map((result) => typeof result !== "string" && (result.ok ?? true));
  expect(ok.filter(Boolean)).toHaveLength(1);
  expect(await get("a")).toBe(ok[0] === true ? "new\n" : "written\n");
});

import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyPatch } from "../diff/apply-patch.js";
import { createWorkspace } from "./workspace.js";
import type { Workspace } from "./types.js";

let base: string;
let root: string;
let ws: Workspace;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "mm-ws-"));
  root = join(base, "project");
  await mkdir(root);
  ws = createWorkspace({ root });
});
afterEach(() => rm(base, { recursive: true, force: true }));

const put = (name: string, content: string | Uint8Array) => writeFile(join(root, name), content);
const get = (name: string) => readFile(join(root, name), "utf8");

describe("resolve", () => {
  it("takes relative, absolute, climbing and home paths", () => {
    expect(ws.resolve("a/b.ts")).toMatchObject({ abs: join(root, "a/b.ts"), rel: "a/b.ts", outside: false });
    expect(ws.resolve("a/../b c")).toMatchObject({ abs: join(root, "b c"), rel: "b c", outside: false });
    expect(ws.resolve(join(root, "x\ny"))).toMatchObject({
      abs: join(root, "x\ny"),
      rel: "x\ny",
      outside: false,
    });
    expect(ws.resolve(".")).toMatchObject({ abs: root, rel: ".", outside: false });
    expect(ws.resolve("../other")).toEqual({
      abs: join(base, "other"),
      rel: join(base, "other"),
      outside: true,
      real: join(base, "other"),
    });
    expect(ws.resolve("../project2").outside).toBe(true);
    expect(ws.resolve("..project").outside).toBe(false);
    expect(ws.resolve("~/x")).toEqual({
      abs: join(homedir(), "x"),
      rel: join(homedir(), "x"),
      outside: true,
      real: join(homedir(), "x"),
    });
    expect(ws.resolve("~x").rel).toBe("~x");
  });

  it("refuses NUL", () => {
    expect(() => ws.resolve("a\0b")).toThrow("the path has a NUL character; no file can have such a name");
  });

  it("follows links, also those of missing leaves", async () => {
    await symlink(base, join(root, "out"));
    await symlink(join(base, "nothing"), join(root, "dangling"));
    await mkdir(join(root, "inner"));
    await symlink("inner", join(root, "in"));
    expect(ws.resolve("out/x/y")).toEqual({
      abs: join(root, "out/x/y"),
      rel: join(root, "out/x/y"),
      outside: true,
      real: join(base, "x/y"),
    });
    expect(ws.resolve("dangling").outside).toBe(true);
    expect(ws.resolve("in/new.ts")).toEqual({
      abs: join(root, "in/new.ts"),
      rel: "in/new.ts",
      outside: false,
      real: join(root, "inner/new.ts"),
    });
  });

  it("knows the root by its real name too", async () => {
    await symlink(root, join(base, "alias"));
    const alias = createWorkspace({ root: join(base, "alias") });
    expect(alias.resolve(join(root, "a.ts"))).toEqual({
      abs: join(root, "a.ts"),
      rel: "a.ts",
      outside: false,
      real: join(root, "a.ts"),
    });
    expect(alias.resolve("a.ts").rel).toBe("a.ts");
  });

  it("folds case where the file system does", () => {
    const folding = createWorkspace({ root, caseInsensitive: true });
    expect(folding.resolve(join(base, "PROJECT", "A.ts"))).toMatchObject({ rel: "A.ts", outside: false });
    expect(ws.resolve(join(base, "PROJECT", "A.ts")).outside).toBe(true);
  });
});

describe("confine", () => {
  it("refuses to read and write outside", async () => {
    const confined = createWorkspace({ root, confine: true });
    await writeFile(join(base, "secret"), "s");
    await symlink(join(base, "secret"), join(root, "link"));
    const text = `${join(root, "link")} is outside the project folder ${root}; only files inside it may be used`;
    await expect(confined.readText("link")).rejects.toMatchObject({ code: "denied", message: text });
    await expect(confined.readBytes("../secret")).rejects.toMatchObject({ code: "denied" });
    await expect(confined.readLines("../secret", 1, 2)).rejects.toMatchObject({ code: "denied" });
    await expect(confined.list("..")).rejects.toMatchObject({ code: "denied" });
    await expect(confined.write([{ path: "link", content: "x" }])).rejects.toMatchObject({ code: "denied" });
    expect(await readFile(join(base, "secret"), "utf8")).toBe("s");
    expect(await ws.readText("link")).toBe("s");
  });
});

describe("read", () => {
  it("keeps BOM, CR and odd names", async () => {
    await put("a b\nc", "\uFEFFone\r\ntwo\rthree");
    expect(await ws.readText("a b\nc")).toBe("\uFEFFone\r\ntwo\rthree");
    expect(Buffer.from(await ws.readBytes("a b\nc")).length).toBe(17);
  });

  it("refuses what is not text, by name", async () => {
    await put("bin", Buffer.from([65, 0, 66]));
    await put("latin", Buffer.from("one\ncaf\xe9\n", "latin1"));
    await put("wide", Buffer.from("\uFEFFhi", "utf16le"));
    await expect(ws.readText("bin")).rejects.toMatchObject({
      code: "unsupported",
      message: "bin is a binary file (it has NUL bytes)",
    });
    await expect(ws.readText("latin")).rejects.toThrow("latin is not UTF-8 text (first bad byte on line 2)");
    await expect(ws.readText("wide")).rejects.toThrow("wide is UTF-16 text; only UTF-8 is supported");
    await expect(ws.readText("none")).rejects.toMatchObject({
      code: "not_found",
      message: "none does not exist",
      path: join(root, "none"),
    });
    await expect(ws.readText(".")).rejects.toThrow(". is a folder, not a file");
    await expect(ws.readText("bin/x")).rejects.toThrow(
      "bin/x does not exist: a part of its path is a file, not a folder",
    );
  });

  it("stops for an aborted signal", async () => {
    await put("a", "x");
    await expect(ws.readText("a", AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  });

  it("lists in one order and says what each entry is", async () => {
    await put("b", "");
    await mkdir(join(root, "a"));
    await symlink("b", join(root, "C"));
    expect(await ws.list(".")).toEqual([
      { name: "C", kind: "link" },
      { name: "a", kind: "directory" },
      { name: "b", kind: "file" },
    ]);
    await expect(ws.list("b")).rejects.toMatchObject({
      code: "unsupported",
      message: "b is a file, not a folder",
    });
    await expect(ws.list("zz")).rejects.toMatchObject({ code: "not_found" });
  });

  it("stats through links and answers null for nothing", async () => {
    await put("b", "12345");
    await symlink("b", join(root, "l"));
    expect(await ws.stat("l")).toMatchObject({ kind: "file", size: 5 });
    expect(await ws.stat(".")).toMatchObject({ kind: "directory" });
    expect(await ws.stat("zz")).toBeNull();
    expect(await ws.stat("b/zz")).toBeNull();
    expect(await ws.version("zz")).toBeNull();
  });
});

describe("write", () => {
  it("creates parents, reports the change, and versions it", async () => {
    const [change] = await ws.write([{ path: "x/y/z.txt", content: "one\n" }]);
    expect(change).toEqual({
      path: join(root, "x/y/z.txt"),
      patch: "@@ -0,0 +1,1 @@\n+one\n",
      added: 1,
      removed: 0,
      before: null,
      after: "one\n",
    });
    const version = await ws.version("x/y/z.txt");
    const [second] = await ws.write([{ path: "x/y/z.txt", content: "two\n", expect: version }]);
    expect(applyPatch("one\n", second?.patch ?? "")).toBe("two\n");
    expect(await ws.version("x/y/z.txt")).not.toBe(version);
  });

  it("refuses when the expected version is gone and writes nothing at all", async () => {
    await put("a", "1");
    await put("b", "1");
    const version = await ws.version("b");
    await put("b", "22");
    const both = [
      { path: "a", content: "x" },
      { path: "b", content: "x", expect: version },
    ];
    await expect(ws.write(both)).rejects.toMatchObject({
      code: "conflict",
      message: "b was changed since it was read; read it again; no file was changed",
    });
    expect(await get("a")).toBe("1");
    await expect(ws.write([{ path: "b", content: "x", expect: null }])).rejects.toThrow("b exists already");
    await rm(join(root, "b"));
    await expect(ws.write([{ path: "b", content: "x", expect: version }])).rejects.toThrow(
      "b was deleted since it was read",
    );
  });

  it("leaves time and inode alone when nothing changes", async () => {
    await put("a", "same\n");
    const before = await stat(join(root, "a"), { bigint: true });
    expect(await ws.write([{ path: "a", content: "same\n" }])).toEqual([
      { path: join(root, "a"), patch: "", added: 0, removed: 0, before: "same\n", after: "same\n" },
    ]);
    const after = await stat(join(root, "a"), { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
  });

  it("deletes, and refuses to delete nothing", async () => {
    await put("a", "one\n");
    expect(await ws.write([{ path: "a", content: null }])).toMatchObject([
      { patch: "@@ -1,1 +0,0 @@\n-one\n", removed: 1, after: null },
    ]);
    expect(await ws.stat("a")).toBeNull();
    await expect(ws.write([{ path: "a", content: null }])).rejects.toMatchObject({ code: "not_found" });
  });

  it("writes bytes and says nothing about lines that are none", async () => {
    const bytes = Buffer.from([0, 1, 2]);
    expect(await ws.write([{ path: "bin", content: bytes }])).toEqual([
      { path: join(root, "bin"), patch: "", added: 0, removed: 0, before: null },
    ]);
    expect(await readFile(join(root, "bin"))).toEqual(bytes);
  });

  it("refuses a name of a folder and the same file twice", async () => {
    await expect(ws.write([{ path: "new/", content: "" }])).rejects.toThrow(
      "new/ names a folder, not a file",
    );
    await symlink("a", join(root, "l"));
    await expect(
      ws.write([
        { path: "a", content: "" },
        { path: "l", content: "" },
      ]),
    ).rejects.toThrow("l is named twice in one write");
  });

  it("takes a ready diff as it is", async () => {
    const change = { patch: "ready", added: 7, removed: 8 };
    expect(await ws.write([{ path: "a", content: "x", change }])).toMatchObject([change]);
  });

  it("runs parallel writers one after another and loses none", async () => {
    await put("n", "");
    const other = createWorkspace({ root: base });
    const add = (at: Workspace, path: string, i: number) =>
      at.lock([path], async () => {
        const text = await at.readText(path);
        await at.write([{ path, content: `${text}${i}\n` }]);
      });
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => (i % 2 ? add(ws, "n", i) : add(other, "project/n", i))),
    );
    expect((await get("n")).split("\n").filter(Boolean)).toHaveLength(30);
  });

  it("gives up waiting for a lock when it is cancelled, and notices links that moved meanwhile", async () => {
    await put("a", "1");
    await put("b", "1");
    await symlink("a", join(root, "l"));
    const stop = new AbortController();
    let release = (): void => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    let held: Promise<void> | undefined;
    await new Promise<void>((started) => {
      held = ws.lock(["a"], () => {
        started();
        return hold;
      });
    });
    const cancelled = ws.write([{ path: "a", content: "2" }], { signal: stop.signal });
    const moved = ws.write([{ path: "l", content: "2" }]);
    const settled = Promise.allSettled([cancelled, moved]);
    await rm(join(root, "l"));
    await symlink("b", join(root, "l"));
    stop.abort();
    release();
    await held;
    expect(await settled).toMatchObject([
      { reason: { name: "AbortError" } },
      { reason: { code: "conflict", message: "l leads elsewhere since a link was changed; try again" } },
    ]);
    expect([await get("a"), await get("b")]).toEqual(["1", "1"]);
  });
});

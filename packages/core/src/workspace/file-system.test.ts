import { execFile } from "node:child_process";
import { createServer, type Server } from "node:net";
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { realPath } from "./real-path.js";
import type { Workspace } from "./types.js";
import { createWorkspace } from "./workspace.js";

const run = promisify(execFile);
const posix = process.platform !== "win32";

let root: string;
let ws: Workspace;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "mm-fs-"));
  ws = createWorkspace({ root });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const at = (name: string) => join(root, name);
const put = (name: string, content: string) => writeFile(at(name), content);
const get = (name: string) => readFile(at(name), "utf8");
const leftovers = async () => (await readdir(root)).filter((name) => name.endsWith(".tmp"));

describe.runIf(posix)("modes and owners", () => {
  it("keeps the mode of a script", async () => {
    await put("run.sh", "#!/bin/sh\n");
    await chmod(at("run.sh"), 0o755);
    await ws.write([{ path: "run.sh", content: "#!/bin/sh\necho\n" }]);
    expect((await stat(at("run.sh"))).mode & 0o7777).toBe(0o755);
    await chmod(at("run.sh"), 0o4711);
    await ws.write([{ path: "run.sh", content: "x" }]);
    expect((await stat(at("run.sh"))).mode & 0o7777).toBe(0o4711);
  });

  it("gives a new file the mode the umask leaves", async () => {
    await ws.write([{ path: "new", content: "x" }]);
    expect((await stat(at("new"))).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it.runIf(process.getuid?.() === 0)("keeps the owner", async () => {
    await put("a", "1");
    await chown(at("a"), 65534, 65534);
    await ws.write([{ path: "a", content: "2" }]);
    expect(await stat(at("a"))).toMatchObject({ uid: 65534, gid: 65534 });
  });

  it("refuses a read-only file and leaves it as it is", async () => {
    await put("ro", "1");
    await chmod(at("ro"), 0o444);
    const text = "ro is read-only (mode 0444); it was left as it is";
    await expect(ws.write([{ path: "ro", content: "2" }])).rejects.toMatchObject({
      code: "denied",
      message: text,
    });
    await expect(ws.write([{ path: "ro", content: null }])).rejects.toThrow(text);
    expect([await get("ro"), (await stat(at("ro"))).mode & 0o777]).toEqual(["1", 0o444]);
  });
});

describe.runIf(posix)("links", () => {
  it("changes the target and keeps the link", async () => {
    await mkdir(at("d"));
    await put("d/target", "1");
    await symlink("d/target", at("rel"));
    await symlink(at("rel"), at("chain"));
    const [change] = await ws.write([{ path: "chain", content: "2" }]);
    expect(change?.path).toBe(at("chain"));
    expect(await get("d/target")).toBe("2");
    expect([await readlink(at("rel")), await readlink(at("chain"))]).toEqual(["d/target", at("rel")]);
  });

  it("creates the target of a dangling link", async () => {
    await symlink("sub/none", at("dangling"));
    await ws.write([{ path: "dangling", content: "x" }]);
    expect(await get("sub/none")).toBe("x");
    expect((await lstat(at("dangling"))).isSymbolicLink()).toBe(true);
  });

  it("refuses loops in words", async () => {
    await symlink("b", at("a"));
    await symlink("a", at("b"));
    const refusal = { code: "unsupported", message: `${at("a")} is a loop of symbolic links` };
    expect(() => ws.resolve("a")).toThrow(refusal.message);
    await expect(ws.write([{ path: "a", content: "x" }])).rejects.toMatchObject(refusal);
    await expect(ws.readText("a")).rejects.toMatchObject(refusal);
  });

  it("follows 40 links and no more", async () => {
    for (let i = 0; i < 41; i += 1) await symlink(i === 0 ? "end" : `l${i - 1}`, at(`l${i}`));
    expect(realPath(at("l39"))).toBe(join(realPath(root), "end"));
    expect(() => realPath(at("l40"))).toThrow("loop of symbolic links");
  });

  it("keeps hard links together", async () => {
    await put("one", "1");
    await link(at("one"), at("two"));
    await ws.write([{ path: "one", content: "a longer text" }]);
    expect(await get("two")).toBe("a longer text");
    await ws.write([{ path: "two", content: "s" }]);
    expect([await get("one"), (await stat(at("one"))).nlink]).toEqual(["s", 2]);
  });

  it("locks hard links as one file", async () => {
    await put("one", "");
    await link(at("one"), at("two"));
    const add = (path: string, i: number) =>
      ws.lock([path], async () => {
        await ws.write([{ path, content: `${await ws.readText(path)}${i}\n` }]);
      });
    await Promise.all(Array.from({ length: 10 }, (_, i) => add(i % 2 ? "one" : "two", i)));
    expect((await get("one")).split("\n").filter(Boolean)).toHaveLength(10);
  });

  it("does not delete through a link", async () => {
    await put("a", "1");
    await symlink("a", at("l"));
    await expect(ws.write([{ path: "l", content: null }])).rejects.toThrow(
      "l is a symbolic link; it was left as it is",
    );
  });
});

describe.runIf(posix)("what is no regular file", () => {
  const refusesAll = async (name: string, text: string) => {
    const refusal = { code: "unsupported", message: text };
    await expect(ws.readText(name)).rejects.toMatchObject(refusal);
    await expect(ws.readBytes(name)).rejects.toMatchObject(refusal);
    await expect(ws.readLines(name, 1, 2)).rejects.toMatchObject(refusal);
    await expect(ws.write([{ path: name, content: "x" }])).rejects.toMatchObject(refusal);
    await expect(ws.write([{ path: name, content: null }])).rejects.toMatchObject(refusal);
  };

  it("refuses folders", async () => {
    await mkdir(at("d"));
    await refusesAll("d", "d is a folder, not a file");
  });

  it("refuses a named pipe without blocking", async () => {
    await run("mkfifo", [at("pipe")]);
    await refusesAll("pipe", "pipe is a named pipe, not a regular file");
    expect(await ws.stat("pipe")).toMatchObject({ kind: "other" });
  });

  it("refuses sockets and devices", async () => {
    const server: Server = createServer();
    await new Promise<void>((resolve) => server.listen(at("sock"), resolve));
    await refusesAll("sock", "sock is a socket, not a regular file");
    await new Promise((resolve) => server.close(resolve));
    await expect(ws.readText("/dev/zero")).rejects.toThrow("/dev/zero is a device, not a regular file");
  });

  it("says which part of a path is no folder", async () => {
    await put("a", "1");
    const text = "a/b does not exist: a part of its path is a file, not a folder";
    await expect(ws.write([{ path: "a/b", content: "x" }])).rejects.toMatchObject({
      code: "not_found",
      message: text,
    });
    await expect(ws.write([{ path: "a/b/c", content: "x" }])).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a transaction", () => {
  it("writes nothing when a later file cannot be prepared", async () => {
    await put("a", "1");
    await mkdir(at("d"));
    await put("gone", "1");
    const entries = [
      { path: "a", content: "2" },
      { path: "gone", content: null },
      { path: "fresh/deep/file", content: "x" },
      { path: "late", content: "x" },
    ];
    const long = "n".repeat(300);
    await expect(ws.write([...entries, { path: long, content: "x" }])).rejects.toMatchObject({
      code: "unsupported",
      message: `${long} has a name that is too long; no file was changed`,
    });
    expect(await get("a")).toBe("1");
    expect(await get("gone")).toBe("1");
    expect((await readdir(root)).toSorted()).toEqual(["a", "d", "gone"]);
  });

  it("writes all when nothing fails", async () => {
    await put("a", "1");
    await put("gone", "1");
    const changes = await ws.write([
      { path: "a", content: "2" },
      { path: "gone", content: null },
      { path: "n", content: "3" },
    ]);
    expect(changes.map((change) => [change.added, change.removed])).toEqual([
      [1, 1],
      [0, 1],
      [1, 0],
    ]);
    expect((await readdir(root)).toSorted()).toEqual(["a", "n"]);
  });

  it("leaves no temporary files behind", async () => {
    for (const content of ["1", "2", "2"]) await ws.write([{ path: "a", content }]);
    expect(await leftovers()).toEqual([]);
  });

  it("writes a large file", async () => {
    const content = "some line of text\n".repeat(300_000);
    const [change] = await ws.write([{ path: "big", content }]);
    expect(change?.added).toBe(300_000);
    expect(await get("big")).toBe(content);
  });
});

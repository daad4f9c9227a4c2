import { execFile } from "node:child_process";
import { chmod, chown, link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "tsup";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createWorkspace } from "./workspace.js";

const run = promisify(execFile);
const NOBODY = 65534;
const root = process.getuid?.() === 0;

let lib: string;
let folder: string;

beforeAll(async () => {
  lib = await mkdtemp(join(tmpdir(), "mm-lib-"));
  await chmod(lib, 0o755);
  const entry = { workspace: join(import.meta.dirname, "workspace.ts") };
  await build({
    entry,
    outDir: lib,
    format: ["esm"],
    silent: true,
    config: false,
    outExtension: () => ({ js: ".mjs" }),
  });
});
afterAll(() => rm(lib, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mm-perm-"));
  await chmod(folder, 0o777);
});
afterEach(async () => {
  await chmod(folder, 0o777);
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);

/** Writes in a process that is not root, since root may write anywhere; `ok`, or the refusal. */
async function write(path: string, content: string | null): Promise<string> {
  const script = `
    import { createWorkspace } from ${JSON.stringify(join(lib, "workspace.mjs"))};
    const ws = createWorkspace({ root: ${JSON.stringify(folder)} });
    const entry = ${JSON.stringify({ path, content })};
    console.log(await ws.write([entry]).then(() => "ok", (error) => error.code + ": " + error.message));`;
  const ids = root ? { uid: NOBODY, gid: NOBODY } : {};
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
    ...ids,
    cwd: folder,
  });
  return stdout.trim();
}

async function put(name: string, content: string, mode: number, owner = true): Promise<void> {
  await writeFile(at(name), content);
  await chmod(at(name), mode);
  if (root && owner) await chown(at(name), NOBODY, NOBODY);
}

describe.runIf(process.platform !== "win32")("as an ordinary user", () => {
  it("writes in place where the folder cannot be written", async () => {
    await put("a", "before, and longer", 0o644);
    const { ino } = await stat(at("a"));
    await chmod(folder, 0o555);
    expect(await write("a", "after")).toBe("ok");
    expect([await readFile(at("a"), "utf8"), (await stat(at("a"))).ino]).toEqual(["after", ino]);
    expect(await write("new", "x")).toBe("denied: new may not be accessed: permission denied");
    expect(await write("a", null)).toBe("denied: a may not be accessed: permission denied");
    expect(await readdir(folder)).toEqual(["a"]);
  });

  it("refuses a read-only file in a folder it could be replaced in", async () => {
    await put("a", "1", 0o444);
    expect(await write("a", "2")).toBe("denied: a is read-only (mode 0444); it was left as it is");
    expect((await stat(at("a"))).mode & 0o777).toBe(0o444);
  });

  it.runIf(root)("refuses another user's file in a folder it could be replaced in", async () => {
    await put("a", "1", 0o644, false);
    expect(await write("a", "2")).toBe("denied: a may not be written: permission denied");
    expect(await readFile(at("a"), "utf8")).toBe("1");
  });

  it.runIf(root)("writes another user's file in place, so that it stays theirs", async () => {
    await put("a", "1", 0o666, false);
    expect(await write("a", "2")).toBe("ok");
    expect([await readFile(at("a"), "utf8"), (await stat(at("a"))).uid]).toEqual(["2", 0]);
    expect(await readdir(folder)).toEqual(["a"]);
  });

  it.runIf(root)("writes in place where a sticky folder forbids renaming", async () => {
    await mkdir(at("s"));
    await chmod(at("s"), 0o1777);
    await put("s/a", "1", 0o666, false);
    expect(await write("s/a", "2")).toBe("ok");
    expect(await readdir(at("s"))).toEqual(["a"]);
  });

  it("keeps hard links of a file", async () => {
    await put("a", "1", 0o644);
    await link(at("a"), at("b"));
    expect(await write("a", "2")).toBe("ok");
    expect(await readFile(at("b"), "utf8")).toBe("2");
  });

  it("cannot read what it may not", async () => {
    await put("a", "1", 0o200, false);
    expect(await write("a", "2")).toMatch(/^denied: a may not be/);
  });
});

describe("a mounted file", () => {
  it("is written in place, because it cannot be renamed over", async ({ skip }) => {
    await writeFile(at("source"), "1");
    await writeFile(at("mounted"), "");
    const mounted = await run("mount", ["--bind", at("source"), at("mounted")]).catch(() => null);
    if (!mounted) skip("mounting is not allowed here");
    try {
      await createWorkspace({ root: folder }).write([{ path: "mounted", content: "22" }]);
      expect(await readFile(at("source"), "utf8")).toBe("22");
    } finally {
      await run("umount", [at("mounted")]);
    }
    expect((await readdir(folder)).toSorted()).toEqual(["mounted", "source"]);
  });
});

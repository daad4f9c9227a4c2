import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createJournal } from "./journal.js";
import type { ClientFiles, Workspace } from "./types.js";
import { createWorkspace } from "./workspace.js";

let root: string;
let ws: Workspace;
/** Buffers the editor holds, by absolute path; a file without one is read from disk as an editor does. */
let buffers: Map<string, string>;
let refuse: { read: boolean; write: boolean };
let wrote: string[];

const at = (name: string) => join(root, name);
const disk = (name: string) => readFile(at(name), "utf8");

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "mm-acp-"));
  buffers = new Map();
  refuse = { read: false, write: false };
  wrote = [];
  const editor: ClientFiles = {
    async readText(abs) {
      if (refuse.read) throw new Error("outside the project");
      return buffers.get(abs) ?? (await readFile(abs, "utf8")).replaceAll("\r\n", "\n");
    },
    async writeText(abs, content) {
      if (refuse.write) throw new Error("outside the project");
      wrote.push(abs);
      if (buffers.has(abs)) buffers.set(abs, content);
      await writeFile(abs, content);
    },
  };
  ws = createWorkspace({ root, files: editor });
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe("an editor's buffers", () => {
  it("shows unsaved text and writes through the editor", async () => {
    await writeFile(at("a"), "disk\n");
    buffers.set(at("a"), "unsaved\nmore\n");
    expect(await ws.readText("a")).toBe("unsaved\nmore\n");
    expect(await ws.readLines("a", 2, 2)).toMatchObject({ text: "more\n", total: 2 });
    expect(await ws.write([{ path: "a", content: "new\n" }])).toMatchObject([
      { before: "unsaved\nmore\n", after: "new\n" },
    ]);
    expect([wrote, buffers.get(at("a")), await disk("a")]).toEqual([[at("a")], "new\n", "new\n"]);
  });

  it("lets versions change with the buffer", async () => {
    await writeFile(at("a"), "disk\n");
    const saved = await ws.version("a");
    buffers.set(at("a"), "typing");
    expect(await ws.version("a")).not.toBe(saved);
    await expect(ws.write([{ path: "a", content: "x", expect: saved }])).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("trusts the disk when it changed behind an untouched buffer", async () => {
    await writeFile(at("a"), "one\n");
    buffers.set(at("a"), "one\n");
    expect(await ws.readText("a")).toBe("one\n");
    await writeFile(at("a"), "by a command\n");
    expect(await ws.readText("a")).toBe("by a command\n");
    expect(await ws.readText("a")).toBe("by a command\n");
    expect(await ws.write([{ path: "a", content: "x\n" }])).toMatchObject([{ before: "by a command\n" }]);
  });

  it("refuses to write when buffer and disk both changed", async () => {
    await writeFile(at("a"), "one\n");
    await ws.readText("a");
    buffers.set(at("a"), "typed\n");
    await writeFile(at("a"), "by a command\n");
    const text =
      "a has unsaved changes in the editor and was changed on disk too; ask the user to save or revert it";
    await expect(ws.write([{ path: "a", content: "x" }])).rejects.toMatchObject({
      code: "conflict",
      message: text,
    });
    expect(await disk("a")).toBe("by a command\n");
    buffers.set(at("a"), "by a command\n");
    await ws.write([{ path: "a", content: "x" }]);
    expect(await disk("a")).toBe("x");
  });

  it("keeps CRLF and BOM that the editor does not show", async () => {
    await writeFile(at("a"), "\uFEFFone\r\ntwo\r\n");
    buffers.set(at("a"), "one\ntwo\n");
    expect(await ws.readText("a")).toBe("\uFEFFone\r\ntwo\r\n");
  });

  it("creates files through the editor", async () => {
    await ws.write([{ path: "sub/new", content: "x" }]);
    expect([wrote, await disk("sub/new")]).toEqual([[at("sub/new")], "x"]);
  });

  it("goes to the disk for bytes, and when the editor refuses", async () => {
    await writeFile(at("bin"), Buffer.from([0, 1]));
    await expect(ws.readText("bin")).rejects.toThrow("bin is a binary file");
    await ws.write([{ path: "bin", content: Buffer.from([0, 2]) }]);
    refuse = { read: true, write: true };
    await writeFile(at("a"), "one\n");
    expect(await ws.readText("a")).toBe("one\n");
    await ws.write([{ path: "a", content: "two\n" }]);
    expect([wrote, await disk("a")]).toEqual([[], "two\n"]);
  });

  it("does not write behind unsaved changes when the editor refuses", async () => {
    await writeFile(at("a"), "one\n");
    buffers.set(at("a"), "two\n");
    refuse.write = true;
    const text = "a has unsaved changes in the editor, and the editor refused to write it";
    await expect(ws.write([{ path: "a", content: "x" }])).rejects.toMatchObject({
      code: "conflict",
      message: text,
    });
    expect(await disk("a")).toBe("one\n");
  });

  it("puts files back that were written before one failed", async () => {
    await writeFile(at("bin"), Buffer.from([0, 1]));
    await mkdir(at("d"));
    await writeFile(at("gone"), "g\n");
    await writeFile(at("a"), "one\n");
    await writeFile(at("last"), "disk\n");
    buffers.set(at("last"), "unsaved\n");
    refuse.write = true;
    await expect(
      ws.write([
        { path: "bin", content: Buffer.from([0, 2, 3]) },
        { path: "gone", content: null },
        { path: "d/e/new", content: "x" },
        { path: "a", content: "two\n" },
        { path: "last", content: "x" },
      ]),
    ).rejects.toThrow(
      "last has unsaved changes in the editor, and the editor refused to write it; no file was changed",
    );
    expect([...(await readFile(at("bin")))]).toEqual([0, 1]);
    expect([await disk("gone"), await disk("a"), await disk("last")]).toEqual(["g\n", "one\n", "disk\n"]);
    expect([await readdir(at("d")), (await readdir(root)).length]).toEqual([[], 5]);
  });

  it("notices a file that somebody else writes in the middle of it", async () => {
    await writeFile(at("a"), "one\n");
    await writeFile(at("bin"), Buffer.from([0]));
    const meddling: ClientFiles = {
      readText: (abs) => readFile(abs, "utf8"),
      async writeText(abs, content) {
        await writeFile(abs, content);
        await writeFile(at("bin"), Buffer.from([0, 9]));
      },
    };
    const entries = [
      { path: "a", content: "two\n" },
      { path: "bin", content: Buffer.from([0, 1, 2]) },
    ];
    await expect(createWorkspace({ root, files: meddling }).write(entries)).rejects.toMatchObject({
      code: "conflict",
      message:
        "bin was changed by something else while it was being written; read it again; no file was changed",
    });
    expect([await disk("a"), (await readFile(at("bin"))).length]).toEqual(["one\n", 2]);
    expect(await readdir(root)).toEqual(["a", "bin"]);
  });

  it("can undo what the editor formatted on saving", async () => {
    await writeFile(at("a"), "one\n");
    const formatting: ClientFiles = {
      readText: (abs) => readFile(abs, "utf8"),
      writeText: (abs, content) => writeFile(abs, `${content};\n`),
    };
    const stateDir = at("state");
    const formatted = createWorkspace({ root, files: formatting, stateDir, sessionId: "s" });
    await formatted.write([{ path: "a", content: "two" }], { callId: "c" });
    expect(await disk("a")).toBe("two;\n");
    expect(await createJournal({ stateDir, sessionId: "s" }).undo(["c"])).toMatchObject([{ ok: true }]);
    expect(await disk("a")).toBe("one\n");
  });
});

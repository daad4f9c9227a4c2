import { appendFile, chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createJournal } from "./journal.js";
import { realPath } from "./real-path.js";
import type { Workspace } from "./types.js";
import { createWorkspace } from "./workspace.js";

let base: string;
let root: string;
let stateDir: string;
let ws: Workspace;

beforeEach(async () => {
  base = realPath(await mkdtemp(join(tmpdir(), "mm-undo-")));
  root = join(base, "project");
  stateDir = join(base, "state");
  ws = createWorkspace({ root, stateDir, sessionId: "s1" });
  await ws.write(
    [
      { path: "a", content: "a1\n" },
      { path: "b", content: "b1\n" },
    ],
    { callId: "setup" },
  );
});
afterEach(() => rm(base, { recursive: true, force: true }));

const journal = () => createJournal({ stateDir, sessionId: "s1" });
const at = (name: string) => join(root, name);
const get = (name: string) => readFile(at(name), "utf8");
const write = (callId: string, path: string, content: string | null) =>
  ws.write([{ path, content }], { callId });

describe("undo", () => {
  it("puts back, creates again, deletes again", async () => {
    await chmod(at("b"), 0o751);
    await write("c1", "a", "a2\n");
    await write("c1", "b", null);
    await write("c1", "new", "n\n");
    expect(await journal().undo(["c1"])).toEqual([
      { path: at("a"), ok: true, text: `${at("a")}: put back` },
      { path: at("b"), ok: true, text: `${at("b")}: created again` },
      { path: at("new"), ok: true, text: `${at("new")}: deleted again` },
    ]);
    expect([await get("a"), await get("b")]).toEqual(["a1\n", "b1\n"]);
    expect((await stat(at("b"))).mode & 0o777).toBe(0o751);
    expect(await readdir(root)).toEqual(["a", "b"]);
    expect(await journal().undo(["c1"])).toEqual([]);
  });

  it("takes back several writes of one file at once", async () => {
    await write("c1", "a", "a2\n");
    await write("c2", "a", "a3\n");
    expect(await journal().undo(["c1", "c2"])).toMatchObject([{ ok: true }]);
    expect(await get("a")).toBe("a1\n");
  });

  it("refuses file by file what something else changed since", async () => {
    await ws.write(
      [
        { path: "a", content: "a2\n" },
        { path: "b", content: "b2\n" },
      ],
      { callId: "c1" },
    );
    await writeFile(at("a"), "foreign\n");
    expect(await journal().undo(["c1"])).toEqual([
      { path: at("a"), ok: false, text: `${at("a")}: not undone, it was changed since` },
      { path: at("b"), ok: true, text: `${at("b")}: put back` },
    ]);
    expect([await get("a"), await get("b")]).toEqual(["foreign\n", "b1\n"]);
  });

  it("refuses an older call when a newer one wrote the file, and a change in between", async () => {
    await write("c1", "a", "a2\n");
    await write("c2", "a", "a3\n");
    expect(await journal().undo(["c1"])).toMatchObject([{ ok: false }]);
    await writeFile(at("a"), "foreign\n");
    await write("c3", "a", "a4\n");
    expect(await journal().undo(["c2", "c3"])).toEqual([
      { path: at("a"), ok: false, text: `${at("a")}: not undone, it was changed in between` },
    ]);
    expect(await get("a")).toBe("a4\n");
  });

  it("does not list writes that failed", async () => {
    await expect(
      ws.write(
        [
          { path: "a", content: "x" },
          { path: "a/b", content: "x" },
        ],
        { callId: "c1" },
      ),
    ).rejects.toThrow();
    expect(await journal().undo(["c1"])).toEqual([]);
  });

  it("refuses when the file may not be written any more", async () => {
    await write("c1", "a", "a2\n");
    await chmod(at("a"), 0o444);
    expect(await journal().undo(["c1"])).toEqual([
      {
        path: at("a"),
        ok: false,
        text: `not undone: ${at("a")} is read-only (mode 0444); it was left as it is`,
      },
    ]);
  });
});

describe("the journal on disk", () => {
  it("is readable by its owner only", async () => {
    await write("c1", "a", "a2\n");
    const folder = join(stateDir, "undo", "s1");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it("survives a cut line", async () => {
    await appendFile(join(stateDir, "undo", "s1", "index.jsonl"), '{"id":"x","pa\n');
    await write("c1", "a", "a2\n");
    expect(await journal().undo(["c1"])).toMatchObject([{ ok: true }]);
  });

  it("drops the oldest contents beyond its bound and says so", async () => {
    const small = createJournal({ stateDir, sessionId: "small", maxBytes: 100 });
    const contents = Array.from({ length: 4 }, (_, i) => String(i).repeat(40));
    for (const [i, content] of contents.entries()) {
      const file = {
        abs: at("a"),
        real: at("a"),
        shown: "a",
        old: null,
        via: "disk" as const,
        unsaved: false,
        unchanged: false,
      };
      const change = { path: at("a"), patch: "", added: 0, removed: 0 };
      await small.record(`c${i}`, [
        { ...file, before: Buffer.from(content), after: Buffer.from("a1\n"), change },
      ]);
    }
    const kept = await Promise.all((await small.entries()).map((entry) => small.content(entry.before ?? "")));
    expect(kept.filter(Boolean)).toHaveLength(2);
    expect(await small.undo(["c0"])).toEqual([
      { path: at("a"), ok: false, text: `${at("a")}: not undone, its earlier content is no longer kept` },
    ]);
  });

  it("keeps a bounded number of sessions", async () => {
    for (let i = 0; i < 6; i += 1) {
      const one = createJournal({ stateDir, sessionId: `many-${i}`, maxSessions: 3 });
      await one.record("c", []);
    }
    const names = await readdir(join(stateDir, "undo"));
    expect(names).toHaveLength(3);
    expect(names).toContain("many-5");
  });

  it("never leaves its folder, whatever the session is called", async () => {
    const odd = createWorkspace({ root, stateDir, sessionId: "../../x" });
    await odd.write([{ path: "a", content: "a2\n" }], { callId: "c1" });
    expect(await readdir(base)).toEqual(["project", "state"]);
    expect(await createJournal({ stateDir, sessionId: "../../x" }).undo(["c1"])).toMatchObject([
      { ok: true },
    ]);
  });

  it("warns and writes on when it cannot be kept", async () => {
    const warnings: string[] = [];
    await writeFile(join(base, "file"), "");
    const unable = createWorkspace({
      root,
      stateDir: join(base, "file"),
      sessionId: "s",
      warn: (text) => warnings.push(text),
    });
    await unable.write([{ path: "a", content: "a2\n" }]);
    expect(await get("a")).toBe("a2\n");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^the change of a cannot be undone later: /);
  });
});

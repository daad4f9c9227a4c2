import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsup";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withProcessLocks } from "./process-lock.js";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "mm-lock-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("lets one holder in at a time and leaves nothing behind", async () => {
  const log: string[] = [];
  const use = (name: string) =>
    withProcessLocks(join(folder, "locks"), ["/b", "/a"], async () => {
      log.push(`${name}+`);
      await new Promise((resolve) => setTimeout(resolve, 10));
      log.push(`${name}-`);
    });
  await Promise.all([use("x"), use("y"), use("z")]);
  expect(log.filter((_, i) => i % 2 === 0).map((s) => s[0])).toEqual(
    log.filter((_, i) => i % 2).map((s) => s[0]),
  );
  expect(readdirSync(join(folder, "locks"))).toEqual([]);
});

it("takes over what a dead process left, by its id and by its age", async () => {
  const locks = join(folder, "stale");
  let name = "";
  await withProcessLocks(locks, ["/a"], async () => void (name = readdirSync(locks)[0] ?? ""));
  writeFileSync(join(locks, name), "999999999");
  expect(await withProcessLocks(locks, ["/a"], async () => "in")).toBe("in");
  writeFileSync(join(locks, name), String(process.pid));
  const old = new Date(Date.now() - 60_000);
  utimesSync(join(locks, name), old, old);
  expect(await withProcessLocks(locks, ["/a"], async () => "in")).toBe("in");
});

it("runs without a lock where none can be made, and frees it when the work fails", async () => {
  writeFileSync(join(folder, "file"), "");
  expect(await withProcessLocks(join(folder, "file"), ["/a"], async () => "in")).toBe("in");
  const locks = join(folder, "failing");
  await expect(withProcessLocks(locks, ["/a"], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(readdirSync(locks)).toEqual([]);
});

it("lets no update of two processes get lost", async () => {
  const out = join(folder, "built");
  await build({
    entry: { workspace: join(import.meta.dirname, "workspace.ts") },
    outDir: out,
    format: ["esm"],
    silent: true,
    config: false,
    clean: false,
  });
  const file = join(folder, "counter.txt");
  writeFileSync(file, "");
  const script = `
    import { createWorkspace } from ${JSON.stringify(join(out, "workspace.js"))};
    const ws = createWorkspace({ root: ${JSON.stringify(folder)}, stateDir: ${JSON.stringify(join(folder, "state"))} });
    for (let done = 0; done < 60; ) {
      const expect = await ws.version("counter.txt");
      const text = await ws.readText("counter.txt");
      try { await ws.write([{ path: "counter.txt", content: text + process.argv[1], expect }]); done += 1; } catch {}
    }`;
  const run = (mark: string): Promise<number | null> =>
    new Promise((resolve) => {
      spawn(process.execPath, ["--input-type=module", "-e", script, mark], { stdio: "inherit" }).on(
        "close",
        resolve,
      );
    });
  expect(await Promise.all([run("a"), run("b")])).toEqual([0, 0]);
  const text = readFileSync(file, "utf8");
  expect([text.split("a").length - 1, text.split("b").length - 1]).toEqual([60, 60]);
});

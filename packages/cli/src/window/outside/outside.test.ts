import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { beforeEach, expect, test } from "vitest";
import { editOutside } from "./edit-outside.js";
import { isInstalled, runProgram } from "./run-program.js";

let bin: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  bin = tempFolder("mm-bin-");
  env = { PATH: `${bin}:${process.env["PATH"] ?? ""}`, LOG: join(bin, "log") };
});

/** A program of this name that is found on the path. */
function program(name: string, script: string): string {
  const file = join(bin, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
const gone = new AbortController();
const host = { outside: <T>(task: (gone: AbortSignal) => Promise<T>) => task(gone.signal) };

test("the message is written in the editor; its file is private and gone afterwards", async () => {
  program("my-edit", 'stat -c %a "$2" >"$LOG"; echo "$1 $2" >>"$LOG"; printf "one\\r\\ntwo\\n\\n" >>"$2"');
  const edited = await editOutside(host, "draft: ", { ...env, VISUAL: "my-edit --wait", EDITOR: "false" });
  expect(edited).toEqual({ ok: true, text: "draft: one\ntwo" });
  const [mode, line] = readFileSync(env["LOG"]!, "utf8").split("\n");
  expect(mode).toBe("600");
  expect(line).toMatch(/^--wait .*\/mm-draft-\w+\/message\.md$/);
  expect(existsSync(dirname(line!.slice("--wait ".length)))).toBe(false);
});

test("an editor that fails, is missing or not named changes nothing and says so", async () => {
  program("bad-edit", "exit 3");
  expect(await editOutside(host, "d", { ...env, EDITOR: "bad-edit" })).toEqual({
    ok: false,
    text: "bad-edit ended with code 3; the message is as it was",
  });
  expect(await editOutside(host, "d", { ...env, VISUAL: " ", EDITOR: "no-such-editor" })).toEqual({
    ok: false,
    text: "no-such-editor is not installed",
  });
  expect(await editOutside(host, "d", env)).toEqual({
    ok: false,
    text: "no editor is named: set VISUAL or EDITOR, for example to vim",
  });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith("mm-draft-"))).toEqual([]);
});

test("a program gets its input and gives its output", async () => {
  program("shout", "tr a-z A-Z");
  const input = Buffer.from("hello");
  expect(await runProgram({ command: "shout", args: [], input, waitMs: 5000, maxOutput: 100, env })).toEqual({
    ok: true,
    output: Buffer.from("HELLO"),
  });
});

test("one that hangs is ended with all it started, one that says too much too", async () => {
  program("hang", `sh -c 'echo $$ >"$LOG"; exec sleep 60' & wait`);
  const hung = await runProgram({ command: "hang", args: [], waitMs: 300, env });
  expect(hung).toEqual({ ok: false, text: "hang did not answer within 0.3 s" });
  const pid = Number(readFileSync(env["LOG"]!, "utf8"));
  const end = performance.now() + 5000;
  while (performance.now() < end && alive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(alive(pid)).toBe(false);
  program("flood", "yes");
  expect(await runProgram({ command: "flood", args: [], waitMs: 5000, maxOutput: 1000, env })).toEqual({
    ok: false,
    text: "flood gave more than 1000 bytes",
  });
});

test("one that leaves a child with its output open has ended when it ended", async () => {
  program("daemon", "cat >/dev/null; sleep 60 & exit 0");
  const before = performance.now();
  const run = await runProgram({ command: "daemon", args: [], input: Buffer.from("x"), waitMs: 10_000, env });
  expect(run.ok).toBe(true);
  expect(performance.now() - before).toBeLessThan(9000);
});

test("one that is missing, fails, or does not read says so", async () => {
  expect(await runProgram({ command: "no-such-program", args: [], waitMs: 1000, env })).toEqual({
    ok: false,
    text: "no-such-program is not installed",
  });
  program("deaf", "exit 4");
  const input = Buffer.alloc(1_000_000);
  expect(await runProgram({ command: "deaf", args: [], input, waitMs: 5000, env })).toEqual({
    ok: false,
    text: "deaf failed with code 4",
  });
  expect([await isInstalled("deaf", env), await isInstalled("no-such-program", env)]).toEqual([true, false]);
});

function alive(pid: number): boolean {
  try {
    // A killed child of a killed shell may wait for its reaper: it has no command line any more.
    process.kill(pid, 0);
    return (
      !existsSync(`/proc/${pid}/stat`) || readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")[2] !== "Z"
    );
  } catch {
    return false;
  }
}

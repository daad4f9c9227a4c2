import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { endProcesses, findProcesses, oddSeconds, until } from "../fixtures/processes.js";
import { run } from "../fixtures/run.js";

const engine = fileURLToPath(new URL("../fixtures/engine.mjs", import.meta.url));
const node = (args: readonly string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [engine, ...args], { env: { ...process.env, ...env } });

/** A folder that goes when the test has ended, together with every process that names it. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tool-bash-"));
  onTestFinished(() => {
    endProcesses(folder);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Seconds for a job that ends with the test. */
function jobSeconds(): string {
  const seconds = oddSeconds();
  onTestFinished(() => void endProcesses(`sleep ${seconds}`));
  return seconds;
}

test.each([
  ["plain", (s: string) => `sleep ${s} & echo ok`],
  ["nohup", (s: string) => `nohup sleep ${s} & echo ok`],
  ["a session of its own", (s: string) => `setsid sleep ${s} & echo ok`],
  ["a double fork", (s: string) => `(sleep ${s} &); echo ok`],
  ["closed descriptors", (s: string) => `(exec </dev/null >/dev/null 2>&1; exec sleep ${s}) & echo ok`],
  ["disowned", (s: string) => `sleep ${s} & disown; echo ok`],
])("returns when the shell exits and leaves the job running: %s", async (_, command) => {
  const seconds = jobSeconds();
  const began = performance.now();
  const result = await run(command(seconds));
  expect(performance.now() - began).toBeLessThan(5000);
  expect(result.output).toContain("ok\n");
  expect(result.status).toEqual({ type: "exited", code: 0 });
  await sleep(100);
  expect(endProcesses(`sleep ${seconds}`)).toBe(1);
});

test.each(["fifo", "file"] as const)("tells the ids of jobs that hold the output (%s)", async (collect) => {
  const seconds = jobSeconds();
  const { jobs } = await run(`sleep ${seconds} & echo $!`, { collect });
  expect(jobs).toEqual(findProcesses(`sleep ${seconds}`));
  expect(endProcesses(`sleep ${seconds}`)).toBe(1);
});

test("a job that never stops writing neither holds up the call nor dies of it", async () => {
  const folder = temporaryFolder();
  const beat = join(folder, "beat");
  const result = await run(
    `(while :; do echo tick; echo x >> ${beat}; sleep 0.02; done) & sleep 0.2; echo main`,
  );
  expect(result.output).toContain("main\n");
  const size = statSync(beat).size;
  expect(await until(() => statSync(beat).size > size + 20)).toBe(true);
});

test("a job that floods its output does not hold up the call", async () => {
  const began = performance.now();
  const result = await run("yes & echo started");
  expect(performance.now() - began).toBeLessThan(5000);
  for (const pid of result.jobs) process.kill(pid, "SIGKILL");
  expect(result.status).toEqual({ type: "exited", code: 0 });
  expect(result.jobs).toHaveLength(1);
});

test("the reader of a left job ends with the job", async () => {
  const seconds = jobSeconds();
  const before = findProcesses("cat ").length;
  await run(`sleep ${seconds} &`);
  expect(await until(() => findProcesses("cat ").length > before)).toBe(true);
  endProcesses(`sleep ${seconds}`);
  expect(await until(() => findProcesses("cat ").length <= before)).toBe(true);
});

test("a job goes on writing after the program that started it has ended", async () => {
  const folder = temporaryFolder();
  const beat = join(folder, "beat");
  const { stdout } = await node([
    "once",
    `(while :; do head -c 20000 /dev/zero | tr '\\0' x; echo x >> ${beat}; sleep 0.02; done) & echo $!`,
  ]);
  const { output, jobs } = JSON.parse(stdout) as { output: string; jobs: number[] };
  const job = Number(/\d+\n/.exec(output)?.[0]);
  const size = existsSync(beat) ? statSync(beat).size : 0;
  expect(await until(() => existsSync(beat) && statSync(beat).size > size + 20)).toBe(true);
  expect(jobs).toContain(job);
});

test("without mkfifo and cat everything still works, through a file", async () => {
  const { stdout } = await node(["once", "echo out; echo err >&2; exit 3"], { PATH: "/nowhere" });
  expect(JSON.parse(stdout)).toMatchObject({ output: "out\nerr\n", status: { type: "exited", code: 3 } });
});

test("where no temporary file can be made nothing is run and the folder is named", async () => {
  const { stdout } = await node(["once", "echo hi"], { TMPDIR: "/nowhere" });
  expect(JSON.parse(stdout)).toMatchObject({
    output: "",
    status: {
      type: "failed",
      reason: "no temporary file can be made in /nowhere, so the output cannot be collected; nothing was run",
    },
  });
});

test("the file stays small while a command floods it, and both ends are kept", async () => {
  const result = await run(
    "echo first; head -c 60000000 /dev/zero | tr '\\0' x; echo; sleep 0.2; echo last",
    {
      collect: "file",
    },
  );
  expect(result.output.startsWith("first\nxxx")).toBe(true);
  expect(result.output.endsWith("xxx\nlast\n")).toBe(true);
  expect(result.gap).toBe(true);
});

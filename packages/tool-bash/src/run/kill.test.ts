import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findProcesses, oddSeconds, until } from "../fixtures/processes.js";
import { run } from "../fixtures/run.js";
import type { RunResult } from "./run-command.js";

const engine = fileURLToPath(new URL("../fixtures/engine.mjs", import.meta.url));

/** Cancels a command once `ready` has been printed; says how long the return took then. */
async function cancelled(command: string): Promise<{ result: RunResult; ms: number }> {
  const abort = new AbortController();
  let at = Number.NaN;
  const result = await run(command, {
    signal: abort.signal,
    onOutput: (chunk) => {
      if (!Buffer.from(chunk).includes("ready")) return;
      setTimeout(() => {
        at = performance.now();
        abort.abort();
      }, 50);
    },
  });
  return { result, ms: performance.now() - at };
}

test.each([
  ["a plain child", (s: string) => `echo ready; sleep ${s}`],
  ["the shell itself", (s: string) => `echo ready; exec sleep ${s}`],
  ["children in the background", (s: string) => `echo ready; sleep ${s} & sleep ${s}; sleep ${s}`],
  ["a group of its own", (s: string) => `echo ready; timeout 300 sleep ${s}; echo done`],
  ["job control", (s: string) => `set -m; sleep ${s} & echo ready; wait`],
  ["a session of its own in the foreground", (s: string) => `echo ready; setsid sleep ${s}; echo done`],
  [
    "a double fork in another session",
    (s: string) => `setsid sh -c 'echo ready; (sleep ${s} &); sleep ${s}'; :`,
  ],
  ["a script with children", (s: string) => `echo ready; bash -c 'sh -c "sleep ${s}; :" & sleep ${s}; :'; :`],
  ["a stopped process", (s: string) => `echo ready; sleep ${s} & kill -STOP $!; kill -STOP $$`],
  ["TERM trapped", (s: string) => `trap '' TERM; echo ready; sleep ${s}; sleep ${s}`],
  [
    "TERM trapped everywhere",
    (s: string) => `echo ready; bash -c "trap '' TERM; while :; do sleep ${s}; done"; :`,
  ],
])("cancelling ends everything that runs: %s", async (_, command) => {
  const seconds = oddSeconds();
  const { result, ms } = await cancelled(command(seconds));
  expect(result.status).toEqual({ type: "cancelled" });
  expect(result.output).toBe("ready\n");
  expect(ms).toBeLessThan(5000);
  expect(findProcesses(seconds)).toEqual([]);
});

test("what a command prints while it is being ended is kept", async () => {
  const { result } = await cancelled(
    "trap 'echo cleaned up; exit 1' TERM; echo ready; while :; do sleep 0.05; done",
  );
  expect(result.status).toEqual({ type: "cancelled" });
  expect(result.output).toMatch(/^ready\n(Terminated\n)?cleaned up\n$/);
});

test("a flood can be cancelled", async () => {
  const { result, ms } = await cancelled("echo ready; yes");
  expect(result.status).toEqual({ type: "cancelled" });
  expect(ms).toBeLessThan(5000);
});

test("a job under job control that writes for ever does not keep a cancelled call", async () => {
  const { result, ms } = await cancelled("set -m; echo ready; (while :; do echo x; done) & wait");
  expect(result.status).toEqual({ type: "cancelled" });
  expect(ms).toBeLessThan(5000);
});

test("a timeout keeps the output so far and ends everything", async () => {
  const seconds = oddSeconds();
  const result = await run(`echo before; sleep ${seconds}`, { timeoutMs: 400 });
  expect(result).toMatchObject({ output: "before\n", status: { type: "timeout" } });
  expect(findProcesses(seconds)).toEqual([]);
});

test("a flood does not starve the timeout", async () => {
  const began = performance.now();
  const result = await run("yes", { timeoutMs: 500 });
  expect(result.status).toEqual({ type: "timeout" });
  expect(performance.now() - began).toBeLessThan(5000);
});

test("a command cancelled before it starts never runs", async () => {
  const seconds = oddSeconds();
  const before = AbortSignal.abort();
  expect((await run(`sleep ${seconds}`, { signal: before })).status).toEqual({ type: "cancelled" });
  const abort = new AbortController();
  const during = run(`sleep ${seconds}`, { signal: abort.signal });
  abort.abort();
  expect((await during).status).toEqual({ type: "cancelled" });
  expect(findProcesses(seconds)).toEqual([]);
});

test("cancelling after the end changes nothing", async () => {
  const abort = new AbortController();
  const result = await run("echo ok", { signal: abort.signal });
  abort.abort();
  await sleep(20);
  expect(result).toMatchObject({ output: "ok\n", status: { type: "exited", code: 0 } });
});

test.each(["exit-while-running", "SIGTERM", "SIGINT", "SIGHUP"])(
  "a program that ends takes its running command with it: %s",
  async (how) => {
    const seconds = oddSeconds();
    const what = how === "exit-while-running" ? how : "wait";
    const child = spawn(process.execPath, [engine, what, `trap '' TERM; timeout 300 sleep ${seconds}; :`], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    if (what === "wait") {
      await once(child.stdout, "data");
      expect(findProcesses(`sleep ${seconds}`).length).toBeGreaterThan(0);
      child.kill(how as NodeJS.Signals);
    }
    expect(await ended).toEqual(what === "wait" ? [null, how] : [0, null]);
    expect(await until(() => findProcesses(`sleep ${seconds}`).length === 0)).toBe(true);
  },
);

import { tmpdir } from "node:os";
import type { Block, Ctx, Result } from "@mm-agent/core";
import { expect, test } from "vitest";
import { findProcesses, oddSeconds } from "../fixtures/processes.js";
import { createBashTool, type BashInput } from "./bash-tool.js";

const tool = createBashTool();

interface More {
  readonly env?: Record<string, unknown>;
  readonly config?: unknown;
  readonly maxOutput?: number;
  readonly signal?: AbortSignal;
  readonly cwd?: string;
  readonly blocks?: Block[];
}

async function call(input: BashInput | string, more: More = {}): Promise<Result> {
  const ctx = {
    callId: "call-1",
    cwd: more.cwd ?? tmpdir(),
    signal: more.signal ?? new AbortController().signal,
    env: more.env ?? { PATH: process.env["PATH"] },
    config: more.config,
    limits: { maxOutput: more.maxOutput ?? 20_000 },
    progress: (block: Block) => void more.blocks?.push(block),
  } as unknown as Ctx;
  const result = await tool.run(typeof input === "string" ? { command: input } : input, ctx);
  return typeof result === "string" ? { text: result } : result;
}

const data = (more: object = {}) => ({
  exitCode: null,
  signal: null,
  timedOut: false,
  cancelled: false,
  ...more,
});

test("the output is the text; a silent success says nothing", async () => {
  expect(await call("echo out; echo err >&2")).toEqual({
    text: "out\nerr\n",
    ok: true,
    data: data({ exitCode: 0 }),
  });
  expect((await call("true")).text).toBe("");
  expect((await call("printf x")).text).toBe("x");
});

test("another exit status stands on the last line", async () => {
  expect(await call("echo out; exit 3")).toEqual({
    text: "out\n[exit code: exit status 3]",
    ok: false,
    code: "exit",
    data: data({ exitCode: 3 }),
  });
  expect((await call("printf x; false")).text).toBe("x\n[exit code: exit status 1]");
  expect((await call("false")).text).toBe("[exit code: exit status 1]");
});

test("a shell that dies by a signal names it", async () => {
  expect(await call("echo a; kill -9 $$")).toEqual({
    text: "a\n[exit code: signal: killed]",
    ok: false,
    code: "exit",
    data: data({ signal: "SIGKILL" }),
  });
  expect((await call("kill -SEGV $$")).text).toBe("[exit code: signal: segmentation fault]");
  expect((await call("kill -USR1 $$")).text).toBe("[exit code: signal: user defined signal 1]");
});

test("a timeout names its own length and keeps the output", async () => {
  const seconds = oddSeconds();
  expect(await call({ command: `echo before; sleep ${seconds}`, timeout: 0.5 })).toEqual({
    text: "before\n[error: 0.5s timeout exceeded]",
    ok: false,
    code: "timeout",
    data: data({ timedOut: true }),
  });
  expect((await call(`sleep ${seconds}`, { config: { timeout: 1 } })).text).toBe(
    "[error: 1s timeout exceeded]",
  );
  expect(findProcesses(seconds)).toEqual([]);
});

test("a timeout above the limit is cut down, and that is said", async () => {
  const config = { timeout: 1, maxTimeout: 1 };
  expect((await call({ command: "echo hi", timeout: 9999 }, { config })).text).toBe(
    "hi\n[timeout: 9999s is above the limit, 1s used]",
  );
  expect((await call({ command: "sleep 9", timeout: 60 }, { config })).text).toBe(
    "[timeout: 60s is above the limit, 1s used]\n[error: 1s timeout exceeded]",
  );
});

test("a cancelled command says so, and never runs when the turn was over before", async () => {
  const cancelled = {
    text: "[error: cancelled]",
    ok: false,
    code: "cancelled",
    data: data({ cancelled: true }),
  };
  expect(await call("sleep 100", { signal: AbortSignal.abort() })).toEqual(cancelled);
  expect((await call("echo a; sleep 100", { signal: AbortSignal.timeout(400) })).text).toBe(
    "a\n[error: cancelled]",
  );
});

test("the status line survives every cut, and the whole stays within the limit", async () => {
  for (const maxOutput of [200, 1000, 20_000]) {
    const { text } = await call("yes é | head -c 300001; exit 9", { maxOutput });
    expect(text.endsWith("\n[exit code: exit status 9]")).toBe(true);
    expect(text.length).toBeLessThanOrEqual(maxOutput);
  }
  expect((await call("seq 100; exit 9", { maxOutput: 5 })).text).toBe("[exit code: exit status 9]");
});

test("the cut says how much is missing and what to do", async () => {
  const lines = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join("");
  const { text } = await call("seq 1000", { maxOutput: 220 });
  expect(text).toBe(
    lines(1, 17) +
      "[... 3810 characters left out — narrow the command with grep, head or tail, " +
      "or send its output to a file and read parts of it ...]\n" +
      lines(991, 1000),
  );
});

test("both ends of a very large output reach a limit that has room for them", async () => {
  const { text } = await call("head -c 5000000 /dev/zero | tr '\\0' x; exit 1", {
    maxOutput: 3 * 1024 * 1024,
  });
  const [head, marker, tail, status] = text.split("\n");
  expect([head?.length, tail?.length]).toEqual([1024 * 1024, 1024 * 1024]);
  expect([marker, status]).toEqual([
    "[... output too large to read back in full ...]",
    "[exit code: exit status 1]",
  ]);
});

test("200 MB in one line keep time and memory small", async () => {
  await call("head -c 5000000 /dev/zero | tr '\\0' x");
  const before = process.memoryUsage.rss();
  const { text } = await call("head -c 200000000 /dev/zero | tr '\\0' x", { maxOutput: 3 * 1024 * 1024 });
  expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(64);
  expect(text).toContain("x\n[... output too large to read back in full ...]\nx");
});

test("the text is clean: no NUL, no sequences, last state of a progress bar", async () => {
  const { text } = await call(
    String.raw`printf 'a\0b\n\033[31mred\033[0m\033]52;c;eA==\a\n10%%\r100%%\ncrlf\r\n'`,
  );
  expect(text).toBe("ab\nred\n100%\ncrlf\n");
});

test("a folder that is gone is named without the words of the runtime", async () => {
  const { text, ok, code } = await call("pwd", { cwd: "/no/such/folder" });
  expect({ ok, code }).toEqual({ ok: false, code: "failed" });
  expect(text).toBe(
    "[error: the working directory /no/such/folder does not exist, it was deleted or moved; nothing was run, commands work again once it exists]",
  );
});

test("an empty command and one with a NUL are refused with what to do", async () => {
  expect(await call("  \n")).toEqual({
    text: '[error: the command is empty; send the shell command to run as "command"]',
    ok: false,
    code: "invalid_input",
    data: data(),
  });
  expect((await call("echo \0")).text).toBe(
    "[error: the command holds a NUL character, which no shell can take; write it as \\0 for printf instead]",
  );
});

test("jobs left behind are told to programs, not to the model", async () => {
  const seconds = oddSeconds();
  const result = await call(`sleep ${seconds} & echo ok`);
  expect(result.text).toBe("ok\n");
  expect(result.data).toEqual(data({ exitCode: 0, jobs: findProcesses(`sleep ${seconds}`) }));
  for (const pid of findProcesses(`sleep ${seconds}`)) process.kill(pid, "SIGKILL");
});

test("output is shown while the command runs, cleaned and under the call's id", async () => {
  const blocks: Block[] = [];
  await call("printf '\\033[31mone\\033[0m\\n'; sleep 0.3; echo two", { blocks });
  expect(blocks).toEqual([
    { type: "terminal", id: "call-1", chunk: "one\n" },
    { type: "terminal", id: "call-1", chunk: "two\n" },
  ]);
});

test("the environment keeps programs from asking, and holds no values that are not strings", async () => {
  const env = {
    PATH: process.env["PATH"],
    TERM: "xterm",
    BASH_ENV: "/tmp/x",
    A: undefined,
    B: null,
    CI: "yes",
  };
  const names =
    "TERM PAGER GIT_PAGER GIT_TERMINAL_PROMPT DEBIAN_FRONTEND MM_AGENT GIT_EDITOR CI BASH_ENV A B";
  const show = `for n in ${names}; do echo "$n=\${!n-unset}"; done`;
  expect((await call(show, { env })).text.trimEnd().split("\n")).toEqual([
    "TERM=dumb",
    "PAGER=cat",
    "GIT_PAGER=cat",
    "GIT_TERMINAL_PROMPT=0",
    "DEBIAN_FRONTEND=noninteractive",
    "MM_AGENT=1",
    "GIT_EDITOR=true",
    "CI=yes",
    "BASH_ENV=unset",
    "A=unset",
    "B=unset",
  ]);
  expect((await call("env | grep -c undefined", { env })).text).toBe("0\n[exit code: exit status 1]");
  expect((await call("env | grep -c ^GIT_CONFIG", { env })).text).toBe("0\n[exit code: exit status 1]");
});

test("an editor of the user's choice and configured variables win", async () => {
  const env = { PATH: process.env["PATH"], EDITOR: "ed" };
  const config = { env: { TERM: "vt100", BASH_ENV: "/dev/null" } };
  const { text } = await call('echo "${GIT_EDITOR-unset} $EDITOR $TERM $BASH_ENV"', { env, config });
  expect(text).toBe("unset ed vt100 /dev/null\n");
});

test("options of an outer bash do not reach the command", async () => {
  const env = { PATH: process.env["PATH"], SHELLOPTS: "xtrace:pipefail", BASHOPTS: "extglob" };
  expect((await call("false | true; echo $?", { env })).text).toBe("0\n");
});

test("twenty calls side by side", async () => {
  const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
  const results = await Promise.all(numbers.map((n) => call(`echo ${n}; exit ${n}`)));
  expect(results.map((result) => result.text)).toEqual(
    numbers.map((n) => `${n}\n[exit code: exit status ${n}]`),
  );
});

test.each([
  [{ cmd: "ls" }, { command: "ls" }],
  [
    { command: "ls", cmd: "pwd" },
    { command: "ls", cmd: "pwd" },
  ],
  [{ command: "ls", timeout: 0 }, { command: "ls" }],
  [{ command: "ls", timeout: null }, { command: "ls" }],
  [
    { command: "ls", timeout: 5 },
    { command: "ls", timeout: 5 },
  ],
  ["ls", "ls"],
])("prepares %j", (raw, prepared) => {
  expect(tool.prepare?.(raw)).toEqual(prepared);
});

test("what the model is told about the tool is short", () => {
  const { name, description, input } = tool;
  expect(JSON.stringify({ name, description, input }).length / 4).toBeLessThanOrEqual(250);
});

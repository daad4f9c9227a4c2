import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countZombies } from "../fixtures/processes.js";
import { run } from "../fixtures/run.js";

const exited = (code: number) => ({ type: "exited", code });

test.each(["fifo", "file"] as const)(
  "both streams arrive in the order they were written (%s)",
  async (collect) => {
    const result = await run("for i in 1 2 3; do echo out$i; echo err$i >&2; done", { collect });
    expect(result.output).toBe("out1\nerr1\nout2\nerr2\nout3\nerr3\n");
    expect(result).toMatchObject({ status: exited(0), bytes: 30, gap: false, jobs: [] });
  },
);

test("a command that opens /dev/stderr or /dev/stdout loses nothing", async () => {
  const result = await run("echo a; echo b > /dev/stderr; echo c > /dev/stdout; echo d >> /dev/stderr");
  expect(result.output).toBe("a\nb\nc\nd\n");
});

test("the exit status is the shell's", async () => {
  expect((await run("exit 3")).status).toEqual(exited(3));
  expect((await run("bash -c 'exit 5' > /dev/null")).status).toEqual(exited(5));
  expect((await run("false | true")).status).toEqual(exited(0));
  expect((await run("no-such-program-here")).status).toEqual(exited(127));
  expect((await run("sh -c 'kill -TERM $$'; exit $?")).status).toEqual(exited(143));
});

test("a shell killed by a signal says which", async () => {
  expect((await run("echo last words; kill -9 $$")).status).toEqual({ type: "signalled", signal: "SIGKILL" });
});

test("nothing can wait for input: no stdin, no terminal", async () => {
  expect((await run("cat; cat /dev/stdin; read -r line; echo $?")).output).toBe("1\n");
  const tty = await run("read -r line < /dev/tty; echo $?; tty");
  expect(tty.output).toContain("No such device or address");
  expect(tty.output).toContain("not a tty");
});

test("the command is taken as it is: heredocs, continuations, comments, traps", async () => {
  expect((await run("cat <<'EOF'\n$HOME `date` \\n\n\ttab\nEOF\necho end # done")).output).toBe(
    "$HOME `date` \\n\n\ttab\nend\n",
  );
  expect((await run("echo a \\\n  b\n\necho c\n")).output).toBe("a b\nc\n");
  expect((await run("cat <<EOF\nlast line\nEOF")).output).toBe("last line\n");
  const trap = await run('trap "echo bye" EXIT; exit 4');
  expect(trap).toMatchObject({ output: "bye\n", status: exited(4) });
  expect((await run('echo "$0 $#"')).output).toBe("bash 0\n");
  expect((await run("fi")).output).toMatch(/^bash: -c: line 1: syntax error/);
});

test("a command larger than one argument may be runs like a short one", async () => {
  const filler = "# ".padEnd(200_000, "é");
  const result = await run(
    `${filler}\ncat <<'EOF'\n$0 "quoted"\nEOF\necho "$0 $#"; [ -e /proc/$$/fd/3 ] && ls -l /proc/self/fd/3; exit 7\n${filler}`,
  );
  expect(result.output).toMatch(/^\$0 "quoted"\nbash 0\n/);
  expect(result.output).not.toContain("->");
  expect(result.status).toEqual(exited(7));
});

test("arguments around the system's limit all work", async () => {
  for (const size of [131_060, 131_071, 131_072, 131_080]) {
    const command = "echo ok #".padEnd(size, "x");
    expect(await run(command)).toMatchObject({ output: "ok\n", status: exited(0) });
  }
});

test("a command that deletes its own folder ends normally, the next call says what is wrong, a later one works", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "tool-bash-"));
  expect(await run('rm -rf "$PWD"; echo gone', { cwd })).toMatchObject({
    output: "gone\n",
    status: exited(0),
  });
  expect(await run("pwd", { cwd })).toEqual({
    output: "",
    bytes: 0,
    gap: false,
    jobs: [],
    status: {
      type: "failed",
      code: "failed",
      reason: `the working directory ${cwd} does not exist, it was deleted or moved; nothing was run, commands work again once it exists`,
    },
  });
  await run(`mkdir ${cwd}`);
  expect((await run("pwd", { cwd })).output).toBe(`${cwd}\n`);
  rmSync(cwd, { recursive: true });
});

test("a working directory that is a file is named as such", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tool-bash-"));
  const cwd = join(folder, "file");
  writeFileSync(cwd, "");
  const reason = `the working directory ${cwd} is not a directory; nothing was run`;
  expect((await run("pwd", { cwd })).status).toMatchObject({ type: "failed", reason });
  const below = (await run("pwd", { cwd: join(cwd, "below") })).status;
  expect(below).toMatchObject({
    type: "failed",
    reason: expect.stringContaining("a part of its path is a file"),
  });
  rmSync(folder, { recursive: true });
});

test("what keeps the shell from starting becomes a text of our own", async () => {
  const reasonOf = async (shell: string): Promise<string> => {
    const { status } = await run("true", { shell });
    return status.type === "failed" ? status.reason : status.type;
  };
  expect(await reasonOf("/no/such/bash")).toBe("/no/such/bash was not found; nothing was run");
  expect(await reasonOf(tmpdir())).toBe(
    `${tmpdir()} may not be executed (permission denied); nothing was run`,
  );
  const large = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`LARGE${i}`, "x".repeat(100_000)]));
  const { status } = await run("true", { env: { PATH: process.env["PATH"] ?? "", ...large } });
  expect(status).toMatchObject({
    reason: "the command and the environment together are larger than the system allows; nothing was run",
  });
});

test("a NUL in the command and an empty command are refused", async () => {
  expect((await run("echo a\0b")).status).toMatchObject({ type: "failed", code: "invalid_input" });
  expect((await run(" \n")).status).toEqual({
    type: "failed",
    code: "invalid_input",
    reason: "the command is empty",
  });
});

test("many children leave no zombies", async () => {
  const result = await run("for i in $(seq 60); do sleep 0.01 & done; wait; echo ok");
  expect(result).toMatchObject({ output: "ok\n", jobs: [] });
  expect(countZombies()).toBe(0);
});

test("twenty commands at once each get their own output, and no listener warning is raised", async () => {
  const warnings: string[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning.message);
  process.on("warning", onWarning);
  const { signal } = new AbortController();
  const numbers = Array.from({ length: 20 }, (_, i) => i);
  const results = await Promise.all(numbers.map((n) => run(`echo ${n}; exit ${n}`, { signal })));
  process.off("warning", onWarning);
  expect(results.map((result) => result.output)).toEqual(numbers.map((n) => `${n}\n`));
  expect(results.map((result) => result.status)).toEqual(numbers.map(exited));
  expect(warnings).toEqual([]);
});

test("no descriptor and no temporary folder is left behind", async () => {
  const folders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("mm-bash-"));
  const descriptors = (): number => readdirSync("/proc/self/fd").length;
  await run("true");
  const before = { fds: descriptors(), folders: folders().length };
  for (let i = 0; i < 8; i++) await run("echo x", { collect: i % 2 === 0 ? "fifo" : "file" });
  await run("echo ok #".padEnd(140_000, "x"));
  expect(folders().length).toBeLessThanOrEqual(before.folders);
  expect(descriptors()).toBeLessThanOrEqual(before.fds + 8);
});

test("output can be followed while it arrives", async () => {
  const seen: string[] = [];
  await run("echo one; sleep 0.1; echo two", {
    onOutput: (chunk) => seen.push(Buffer.from(chunk).toString()),
  });
  expect(seen.join("")).toBe("one\ntwo\n");
  expect(seen.length).toBeGreaterThan(1);
});

test("a shell that closes or redirects its output early is still waited for", async () => {
  const result = await run("echo before; exec > /dev/null 2>&1; sleep 0.2; exit 6");
  expect(result).toMatchObject({ output: "before\n", status: exited(6) });
  expect((await run("exec 1>&-; echo hi")).output).toContain("write error");
});

test("what a process substitution prints after the shell's end is still read", async () => {
  expect((await run("exec > >(cat); echo one; echo two")).output).toBe("one\ntwo\n");
  expect((await run("echo hi > >(sed s/h/H/)")).output).toBe("Hi\n");
});

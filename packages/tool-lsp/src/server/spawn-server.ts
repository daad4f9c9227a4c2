import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { killGroup, trackGroup } from "./process-groups.js";

/** Characters of a server's stderr that are kept. */
const STDERR_KEPT = 8192;

/** A running language server process. */
export interface ServerProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves once, when the process has ended: how it ended, in words. */
  readonly ended: Promise<string>;
  alive(): boolean;
  /** The last lines of stderr, at most `lines`. */
  stderrTail(lines: number): string;
  /** Signals the whole process group. */
  kill(signal: NodeJS.Signals): void;
}

export interface SpawnOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts a server in a process group of its own, so that everything it starts can be ended with it.
 *
 * @throws the system's error when the program cannot be started.
 */
export async function spawnServer(options: SpawnOptions): Promise<ServerProcess> {
  const child = spawn(options.file, [...options.args], {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
    shell: process.platform === "win32" && /\.(cmd|bat)$/iu.test(options.file),
  }) as ChildProcessByStdio<Writable, Readable, Readable>;
  await new Promise<void>((done, fail) => {
    child.once("spawn", done);
    child.once("error", fail);
  });
  const pid = child.pid ?? 0;
  const release = trackGroup(pid);
  let tail = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (chunk: string) => {
    tail = (tail + chunk).slice(-STDERR_KEPT);
  });
  // A server that dies while we write to it must not take this process along.
  child.stdin.on("error", () => undefined);
  child.on("error", () => undefined);
  const ended = new Promise<string>((done) => {
    child.once("exit", (code, signal) => {
      // What the server itself left running goes with it.
      killGroup(pid, "SIGKILL");
      release();
      done(signal ? `was ended by ${signal}` : `ended with exit code ${String(code)}`);
    });
  });
  for (const stream of [child, child.stdin, child.stdout, child.stderr])
    (stream as { unref?(): void }).unref?.();
  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    alive: () => child.exitCode === null && child.signalCode === null,
    stderrTail: (lines) => tail.trimEnd().split("\n").slice(-lines).join("\n"),
    kill: (signal) => killGroup(pid, signal),
  };
}

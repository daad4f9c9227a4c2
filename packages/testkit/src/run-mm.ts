import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The built `mm`. */
export const MM_BIN = fileURLToPath(new URL("../../cli/dist/bin.js", import.meta.url));

export interface RunOptions {
  readonly cwd?: string;
  /** Added to a clean environment with a home of its own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Written to stdin, which is then closed; `null` leaves it open and silent. Default: closed at once. */
  readonly input?: string | null;
  /** Called with the running process, for signals. */
  readonly started?: (child: ChildProcessWithoutNullStreams) => void;
  /** Milliseconds until the process group is killed and the run fails. Default 25,000. */
  readonly timeout?: number;
  /** A folder for home and state that several runs share. */
  readonly home?: string;
}

export interface RunResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A fresh temporary folder, by its real path. */
export function tempFolder(prefix = "mm-test-"): string {
  return realpathSync(mkdtempSync(join(tmpdir(), prefix)));
}

/** The environment for a run: nothing of the developer's own settings, keys or home. */
export function cleanEnv(home: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_STATE_HOME: join(home, "state"),
    LANG: "C.UTF-8",
    // A test must not find the developer's own model servers.
    MM_PROBE: "off",
    ...more,
  };
}

/** Runs the built `mm` and collects what it prints. */
export function runMm(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  if (!existsSync(MM_BIN)) throw new Error("mm is not built: run `npm run build` first");
  const home = options.home ?? tempFolder("mm-home-");
  const child = spawn(process.execPath, [MM_BIN, ...args], {
    cwd: options.cwd ?? home,
    env: cleanEnv(home, options.env),
    detached: true,
  });
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.stdin.on("error", () => {});
    if (options.input !== null) child.stdin.end(options.input ?? "");
    const text = (chunks: Buffer[]): string => Buffer.concat(chunks).toString("utf8");
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      reject(
        new Error(
          `mm ${args.join(" ")} did not end in time\nstdout: ${text(stdout)}\nstderr: ${text(stderr)}`,
        ),
      );
    }, options.timeout ?? 25_000);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout: text(stdout), stderr: text(stderr) });
    });
    options.started?.(child);
  });
}

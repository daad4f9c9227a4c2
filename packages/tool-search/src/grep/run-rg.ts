import { spawn } from "node:child_process";
import { describeError } from "@mm-agent/core";

export interface RgRun {
  readonly code: number | null;
  /** The start of what it said on stderr. */
  readonly errors: string;
}

const MAX_ERRORS = 4000;

/**
 * Runs ripgrep and hands its output on as it comes. Ends with the process, which is killed when the signal is aborted;
 * throws the signal's reason then, and what `onOutput` throws.
 */
export async function runRg(
  program: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    onOutput(chunk: Buffer): void;
  },
): Promise<RgRun> {
  const { signal } = options;
  signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const kill = (): void => void child.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  let errors = "";
  let thrown: unknown;
  try {
    child.stderr.on("data", (chunk: Buffer) => {
      if (errors.length < MAX_ERRORS) errors += chunk.toString().slice(0, MAX_ERRORS);
    });
    child.stdout.on("data", (chunk: Buffer) => {
      if (thrown !== undefined) return;
      try {
        options.onOutput(chunk);
      } catch (error) {
        thrown = error;
        kill();
      }
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", (error) =>
        reject(new Error(`ripgrep could not be started: ${describeError(error)}`, { cause: error })),
      );
      child.once("close", resolve);
    });
    signal.throwIfAborted();
    if (thrown !== undefined) throw thrown;
    return { code, errors };
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

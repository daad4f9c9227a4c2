import { spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

export interface ProgramRun {
  readonly command: string;
  readonly args: readonly string[];
  /** What the program reads; without it, an empty input. */
  readonly input?: Uint8Array;
  /** Milliseconds after which the program and all it started are ended. */
  readonly waitMs: number;
  /** Bytes of output that are taken; with more, the run has failed. Absent: output is thrown away. */
  readonly maxOutput?: number;
  readonly env?: NodeJS.ProcessEnv;
}

export type ProgramResult =
  | { readonly ok: true; readonly output: Buffer }
  /** `text` says why, beginning with the program's name. */
  | { readonly ok: false; readonly text: string };

/**
 * Runs a small helper program. It has its own process group, so that a time limit ends all of it; output that nobody
 * reads goes nowhere, because clipboard programs stay behind in the background and would hold a pipe open for ever.
 */
export function runProgram(run: ProgramRun): Promise<ProgramResult> {
  const { command, args, input, waitMs, maxOutput } = run;
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      stdio: ["pipe", maxOutput === undefined ? "ignore" : "pipe", "ignore"],
      detached: true,
      env: run.env ?? process.env,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let settled = false;
    const settle = (result: ProgramResult, kill: boolean): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (kill) endGroup(child.pid);
      child.stdout?.destroy();
      child.stdin?.destroy();
      child.unref();
      resolve(result);
    };
    const fail = (why: string, kill: boolean): void => settle({ ok: false, text: `${command} ${why}` }, kill);
    const timer = setTimeout(() => fail(`did not answer within ${waitMs / 1000} s`, true), waitMs);
    child.on("error", (error: NodeJS.ErrnoException) =>
      fail(error.code === "ENOENT" ? "is not installed" : `cannot be run: ${error.message}`, false),
    );
    child.stdin?.on("error", () => {
      // It ended without reading everything; how it ended says whether that matters.
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > (maxOutput ?? 0)) fail(`gave more than ${maxOutput} bytes`, true);
      else chunks.push(chunk);
    });
    const ended = (code: number | null): void =>
      code === 0
        ? settle({ ok: true, output: Buffer.concat(chunks) }, false)
        : fail(code === null ? "was ended" : `failed with code ${code}`, true);
    // With output, everything must have arrived; without it, the program's own end is enough.
    child.on(maxOutput === undefined ? "exit" : "close", ended);
    child.stdin?.end(input);
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

/** True when the program is found on the path. */
export async function isInstalled(command: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const folder of (env["PATH"] ?? "").split(delimiter)) {
    if (folder === "") continue;
    const found = await access(join(folder, command), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}

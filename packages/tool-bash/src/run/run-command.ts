import type { ChildProcess } from "node:child_process";
import { tempDir } from "./temp-dir.js";
import { setTimeout as sleep } from "node:timers/promises";
import { renderOutput } from "../clean/render-output.js";
import { Capture } from "./capture.js";
import type { Channel } from "./channel.js";
import { checkCommand, checkFolder, explainOutput, explainStart, type StartFailure } from "./explain.js";
import { Family } from "./family.js";
import { closeFifo, takeFifo } from "./fifo.js";
import { openFifoChannel } from "./fifo-channel.js";
import { openFileChannel } from "./file-channel.js";
import { findBash } from "./find-bash.js";
import { killFamily } from "./kill-family.js";
import { onAbort } from "./on-abort.js";
import { sessionMembers } from "./process-table.js";
import { register } from "./registry.js";
import { startShell } from "./start-shell.js";

export interface RunOptions {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment of the command; nothing is inherited from this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds until the command is killed. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Raw output while it arrives. The chunk is reused: copy what must outlive the call. */
  readonly onOutput?: (chunk: Uint8Array) => void;
  /** Path of bash. Default: found through `PATH` of `env`. */
  readonly shell?: string;
  /** `file` collects through a temporary file, as is done where no FIFO can be made. Default `fifo`. */
  readonly collect?: "fifo" | "file";
}

/** How a command ended. Only one of these; `failed` means that nothing was run. */
export type RunStatus =
  | { readonly type: "exited"; readonly code: number }
  | { readonly type: "signalled"; readonly signal: NodeJS.Signals }
  | { readonly type: "timeout" }
  | { readonly type: "cancelled" }
  | ({ readonly type: "failed" } & StartFailure);

export interface RunResult {
  /** Both streams in the order they were written, cleaned; at most 1 MiB from each end. */
  readonly output: string;
  /** Bytes the command wrote. */
  readonly bytes: number;
  /** True when the middle of the output was not kept. */
  readonly gap: boolean;
  readonly status: RunStatus;
  /** Processes of the shell's session that still hold the output: jobs left in the background. */
  readonly jobs: readonly number[];
}

/** Node's timers fire at once beyond this. */
const TIMER_LIMIT_MS = 2 ** 31 - 1;

/** Added to every call that leaves a job behind. */
const GRACE_MS = 100;
const GRACE_STEP_MS = 5;

type Ending =
  | { readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly error: unknown };

/**
 * Runs one command in a new bash and returns when the shell exits, even when it left jobs behind. Those go on; a
 * command that times out or is cancelled is killed with everything it started, within 1.5 s. Never throws.
 */
export async function runCommand(options: RunOptions): Promise<RunResult> {
  if (options.signal?.aborted) return nothing({ type: "cancelled" });
  const shell = options.shell ?? findBash(options.env) ?? "bash";
  const wrong = checkCommand(options.command) ?? (await checkFolder(options.cwd));
  if (wrong !== undefined) return nothing({ type: "failed", ...wrong });

  const capture = new Capture();
  const channel = await openChannel(options, shell, capture);
  if (channel === undefined) return nothing({ type: "failed", ...explainOutput(tempDir()) });
  if (options.signal?.aborted) {
    channel.release(false, 0);
    return nothing({ type: "cancelled" });
  }

  let child: ChildProcess;
  try {
    child = startShell({
      shell,
      command: options.command,
      cwd: options.cwd,
      env: options.env,
      outputFd: channel.writeFd,
    });
  } catch (error) {
    channel.release(false, 0);
    return nothing({ type: "failed", ...(await explainStart(error, shell, options.cwd)) });
  }
  channel.started();
  const ended = whenEnded(child);
  const pid = child.pid;
  if (pid === undefined) {
    channel.release(false, 0);
    const ending = await ended;
    const error = "error" in ending ? ending.error : undefined;
    return nothing({ type: "failed", ...(await explainStart(error, shell, options.cwd)) });
  }

  const status = await supervise(pid, ended, options);
  const left = await drainToEnd(channel, pid);
  channel.release(left, pid);
  const captured = capture.read();
  return {
    output: renderOutput(captured),
    bytes: captured.total,
    gap: captured.gap,
    status,
    jobs: left ? sessionMembers(pid) : [],
  };
}

function nothing(status: RunStatus): RunResult {
  return { output: "", bytes: 0, gap: false, status, jobs: [] };
}

async function openChannel(
  options: RunOptions,
  shell: string,
  capture: Capture,
): Promise<Channel | undefined> {
  const onData = (chunk: Uint8Array): void => {
    capture.add(chunk);
    options.onOutput?.(chunk);
  };
  const fifo = options.collect === "file" ? undefined : await takeFifo();
  if (fifo !== undefined) {
    try {
      return openFifoChannel(fifo, shell, onData);
    } catch {
      closeFifo(fifo);
    }
  }
  try {
    return openFileChannel(onData, () => capture.markLost());
  } catch {
    return undefined;
  }
}

/**
 * Reads what is left. A writer that outlives the shell gets a moment to end by itself: `> >(tee log)` is such a one and
 * has not printed yet. Says whether a writer is left after that.
 */
async function drainToEnd(channel: Channel, pid: number): Promise<boolean> {
  const end = performance.now() + GRACE_MS;
  while (channel.drain(pid)) {
    if (performance.now() >= end) return true;
    await sleep(GRACE_STEP_MS);
  }
  return false;
}

function whenEnded(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error) => resolve({ error }));
  });
}

async function supervise(pid: number, ended: Promise<Ending>, options: RunOptions): Promise<RunStatus> {
  const family = new Family(pid);
  const unregister = register(family);
  let exited = false;
  const done = ended.then((ending): RunStatus => {
    exited = true;
    return statusOf(ending);
  });
  const stop = stopRequest(options);
  try {
    const first = await Promise.race([done, stop.asked]);
    if (first.type === "timeout" || first.type === "cancelled") await killFamily(family, () => exited);
    return first;
  } finally {
    stop.dispose();
    unregister();
  }
}

function stopRequest(options: RunOptions): { asked: Promise<RunStatus>; dispose: () => void } {
  let dispose = (): void => undefined;
  const asked = new Promise<RunStatus>((resolve) => {
    const timer = setTimeout(() => resolve({ type: "timeout" }), Math.min(options.timeoutMs, TIMER_LIMIT_MS));
    const forget = options.signal && onAbort(options.signal, () => resolve({ type: "cancelled" }));
    dispose = () => {
      clearTimeout(timer);
      forget?.();
    };
  });
  return { asked, dispose: () => dispose() };
}

function statusOf(ending: Ending): RunStatus {
  if ("error" in ending)
    return { type: "failed", code: "failed", reason: "the shell could not be followed to its end" };
  if (ending.signal !== null) return { type: "signalled", signal: ending.signal };
  return { type: "exited", code: ending.code ?? 0 };
}

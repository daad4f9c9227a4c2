import { spawn } from "node:child_process";
import { closeSync, constants, openSync, unlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tempDir } from "./temp-dir.js";
import { join } from "node:path";

/** Both ends of a nameless FIFO. Reads do not block; neither descriptor is inherited by accident. */
export interface Fifo {
  readonly readFd: number;
  readonly writeFd: number;
}

/** Made together with the first one asked for, since every `mkfifo` costs a process. */
const AHEAD = 3;
const BATCH_LIMIT = 64;
const MKFIFO_TIMEOUT_MS = 1000;

const ready: Fifo[] = [];
let waiting = 0;
let making: Promise<boolean> | undefined;

/**
 * Hands out a FIFO whose names are already gone from the disk.
 *
 * Node's own pipes are socket pairs, which cannot be opened through `/dev/stderr`; a file would lose output there
 * and grow without bound.
 *
 * @returns undefined where none can be made: no `mkfifo`, a temporary folder that cannot hold one.
 */
export async function takeFifo(): Promise<Fifo | undefined> {
  waiting++;
  try {
    for (let attempt = 0; ready.length === 0 && attempt < 4; attempt++) {
      making ??= make(Math.min(waiting + AHEAD, BATCH_LIMIT)).finally(() => {
        making = undefined;
      });
      if (!(await making)) return undefined;
    }
    return ready.pop();
  } finally {
    waiting--;
  }
}

/** Closes both ends of a FIFO that was not used. */
export function closeFifo(fifo: Fifo): void {
  closeSync(fifo.readFd);
  closeSync(fifo.writeFd);
}

async function make(count: number): Promise<boolean> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tempDir(), "mm-bash-"));
    const names = Array.from({ length: count }, (_, i) => join(folder ?? "", String(i)));
    if (!(await mkfifo(names))) return false;
    for (const name of names) {
      const readFd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        ready.push({ readFd, writeFd: openSync(name, constants.O_WRONLY) });
      } catch (error) {
        closeSync(readFd);
        throw error;
      }
      unlinkSync(name);
    }
    return true;
  } catch {
    return ready.length > 0;
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function mkfifo(names: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("mkfifo", ["-m", "600", ...names], {
      stdio: "ignore",
      cwd: "/",
      timeout: MKFIFO_TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tempDir } from "./temp-dir.js";
import { join } from "node:path";

export interface ShellOptions {
  readonly shell: string;
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Takes both stdout and stderr. */
  readonly outputFd: number;
}

/** Linux refuses a single argument of 131,072 bytes or more, its final NUL included. */
const ARGUMENT_LIMIT = 131_072;

/** Reads the command before it closes the descriptor, so that nothing the command starts inherits it. */
const FROM_DESCRIPTOR = 'eval "$(</dev/fd/3)" 3<&-';

/**
 * Starts `bash -c <command>` without input, in a session of its own: no terminal can be reached through `/dev/tty`,
 * and everything it starts can be found again by the session.
 *
 * @throws What `spawn` throws when the system refuses at once.
 */
export function startShell(options: ShellOptions): ChildProcess {
  if (Buffer.byteLength(options.command) < ARGUMENT_LIMIT) return start(options, options.command);
  const fd = openAsFile(options.command);
  try {
    return start(options, FROM_DESCRIPTOR, fd);
  } finally {
    closeSync(fd);
  }
}

function start(options: ShellOptions, command: string, commandFd?: number): ChildProcess {
  return spawn(options.shell, ["-c", command], {
    argv0: "bash",
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ["ignore", options.outputFd, options.outputFd, ...(commandFd === undefined ? [] : [commandFd])],
  });
}

function openAsFile(command: string): number {
  const folder = mkdtempSync(join(tempDir(), "mm-bash-"));
  try {
    const path = join(folder, "command");
    writeFileSync(path, command, { mode: 0o600 });
    return openSync(path, "r");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

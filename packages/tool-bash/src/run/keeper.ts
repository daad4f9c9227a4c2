import { spawn, type ChildProcess } from "node:child_process";

/** What a shell without `cat` does instead; ends at end of file. */
const READ_LOOP = 'while IFS= read -r -d "" -n 65536 _ || [ -n "$_" ]; do :; done';

/**
 * Leaves a process of its own session reading `fd` into nowhere. A job that a command left behind would otherwise
 * block on a full pipe, or die of SIGPIPE when this process ends. It ends by itself with the last writer.
 *
 * @param close Called once the reader holds the descriptor and ours can go.
 */
export function startKeeper(fd: number, shell: string, close: () => void): void {
  const keeper = detached("cat", [], fd);
  keeper.once("spawn", close);
  keeper.once("error", () => {
    const second = detached(shell, ["-c", READ_LOOP], fd);
    second.once("spawn", close);
    second.once("error", close);
  });
}

function detached(program: string, args: readonly string[], fd: number): ChildProcess {
  const child = spawn(program, args, {
    stdio: [fd, "ignore", "ignore"],
    detached: true,
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" },
  });
  child.unref();
  return child;
}

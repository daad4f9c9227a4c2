import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";

/** Why nothing was run, as a text to act on. */
export interface StartFailure {
  readonly code: "invalid_input" | "failed";
  readonly reason: string;
}

/** What is wrong with a command before anything is started. */
export function checkCommand(command: string): StartFailure | undefined {
  if (command.trim() === "") return { code: "invalid_input", reason: "the command is empty" };
  if (command.includes("\0")) {
    return {
      code: "invalid_input",
      reason:
        "the command holds a NUL character, which no shell can take; write it as \\0 for printf instead",
    };
  }
  return undefined;
}

/** What is wrong with a working directory, or undefined when a shell can start there. */
export async function checkFolder(cwd: string): Promise<StartFailure | undefined> {
  try {
    const found = await stat(cwd);
    if (!found.isDirectory()) {
      return failed(`the working directory ${cwd} is not a directory; nothing was run`);
    }
    await access(cwd, constants.X_OK);
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EACCES" || code === "EPERM") {
      return failed(`the working directory ${cwd} cannot be entered (permission denied); nothing was run`);
    }
    if (code === "ENOTDIR") {
      return failed(
        `the working directory ${cwd} is not a directory: a part of its path is a file; nothing was run`,
      );
    }
    return failed(
      `the working directory ${cwd} does not exist, it was deleted or moved; nothing was run, commands work again once it exists`,
    );
  }
}

/** Turns what the system said when the shell could not start into a text. */
export async function explainStart(error: unknown, shell: string, cwd: string): Promise<StartFailure> {
  const folder = await checkFolder(cwd);
  if (folder !== undefined) return folder;
  const code = (error as NodeJS.ErrnoException).code ?? "unknown";
  return failed(`${REASONS[code]?.(shell) ?? `${shell} could not be started (${code})`}; nothing was run`);
}

/** For when neither a FIFO nor a file can take the output. */
export function explainOutput(folder: string): StartFailure {
  return failed(
    `no temporary file can be made in ${folder}, so the output cannot be collected; nothing was run`,
  );
}

const REASONS: Readonly<Record<string, (shell: string) => string>> = {
  ENOENT: (shell) => `${shell} was not found`,
  EACCES: (shell) => `${shell} may not be executed (permission denied)`,
  EPERM: (shell) => `${shell} may not be executed (not permitted)`,
  ENOEXEC: (shell) => `${shell} is not a program this system can execute`,
  E2BIG: () => "the command and the environment together are larger than the system allows",
  EAGAIN: () => "the system allows no further process now",
  ENOMEM: () => "the system is out of memory",
  EMFILE: () => "too many files are open",
  ENFILE: () => "too many files are open on this system",
};

function failed(reason: string): StartFailure {
  return { code: "failed", reason };
}

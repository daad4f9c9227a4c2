import { runPrint } from "./print.js";
import type { Args } from "../args/parse-args.js";
import type { Out } from "../output/write.js";

/** Runs one sub-command and resolves to the exit code. */
export type RunCommand = (args: Args, out: Out) => Promise<number>;

const NAMES = [
  "acp",
  "tools",
  "call",
  "demo",
  "config",
  "models",
  "login",
  "logout",
  "sessions",
  "permissions",
  "trust",
  "doctor",
] as const;

/** Every sub-command, loaded when one is called. */
export const COMMANDS: Readonly<Record<string, () => Promise<RunCommand>>> = Object.fromEntries(
  NAMES.map((name) => [name, async () => (await import("./sub-commands.js")).SUB_COMMANDS[name]]),
);

/** What runs when there is a prompt and no sub-command. */
export const PRINT = (): Promise<RunCommand> => Promise.resolve(runPrint);

/** What `--ask` runs. */
export const ASK = async (): Promise<RunCommand> => (await import("./ask.js")).runAskAgent;

/** What runs on a terminal when there is no sub-command and no `-p`. */
export const INTERACTIVE = async (): Promise<RunCommand> => (await import("./interactive.js")).runInteractive;

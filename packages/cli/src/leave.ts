import { writeSync } from "node:fs";
import { constants } from "node:os";
import { EXIT } from "./exit-codes.js";
import { inForeground } from "./interactive/process-place.js";

const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

let leaving = false;

/** Ends the process; the only place that may. */
export function leave(code: number): never {
  leaving = true;
  const signal = SIGNALS.find((name) => code === 128 + constants.signals[name]);
  // On its way out Node sets the terminal's modes, and the system stops whoever does that in the background: a suspended
  // mm would never end. The signal itself ends it without that; the terminal is the shell's already.
  if (signal && process.stdin.isTTY && !inForeground())
    process.on("exit", () => {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  process.exit(code);
}

/**
 * Makes an end that nobody asked for visible and not a success: a plugin that calls `process.exit`, or a promise that
 * nothing is left to settle.
 */
export function watchExits(): void {
  process.on("beforeExit", () => {
    tell("nothing is left to wait for, but the work is not done: a tool or plugin never answered");
    leave(EXIT.failed);
  });
  process.on("exit", (code) => {
    if (leaving) return;
    tell(`the process was ended in the middle of the work (exit code ${code}), probably by a plugin`);
    process.exitCode = EXIT.failed;
  });
  // An error outside of every call (a plugin's timer) must not take the turn with it; it is said and the work goes on.
  const report = (error: unknown): void => {
    const [first, ...frames] = (
      error instanceof Error ? (error.stack ?? error.message) : String(error)
    ).split("\n");
    const at = frames.find((line) => line.trim().startsWith("at ")) ?? "";
    tell(
      `error outside of any call, the work goes on: ${first?.slice(0, 500)}${at === "" ? "" : ` (${at.trim()})`}`,
    );
  };
  process.on("uncaughtException", report);
  process.on("unhandledRejection", report);
}

let diverted: ((text: string) => void) | undefined;

/** Hands on what would be written to stderr, for a front end that owns the screen; `undefined` ends it. */
export function divert(to: ((text: string) => void) | undefined): void {
  diverted = to;
}

function tell(text: string): void {
  if (diverted) {
    diverted(`mm: ${text}`);
    return;
  }
  try {
    writeSync(2, `mm: ${text}\n`);
  } catch {
    // There is no stderr to tell it on.
  }
}

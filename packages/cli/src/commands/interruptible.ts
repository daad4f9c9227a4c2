import { constants } from "node:os";
import { EXIT } from "../exit-codes.js";
import { leave } from "../leave.js";
import type { Out } from "../output/write.js";
import { monotonic } from "@mm-agent/core";

/** Two interrupts within this time end the process at once, in milliseconds. */
const TWICE_MS = 2000;

/**
 * Runs work that signals and a closed stdout cancel. A second signal within two seconds ends the process without waiting.
 * `code` is the exit code of an interrupt: 128 and the signal's number, or 0 for a reader that has gone.
 */
export async function interruptible<T>(
  out: Out,
  cancel: () => void,
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly code?: number }> {
  let last = Number.NEGATIVE_INFINITY;
  let code: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = monotonic();
    code = 128 + constants.signals[signal];
    if (now - last < TWICE_MS) leave(code);
    last = now;
    cancel();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  out.onClosed(() => {
    code ??= EXIT.ok;
    cancel();
  });
  try {
    const value = await work();
    return code === undefined ? { value } : { value, code };
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

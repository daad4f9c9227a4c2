import type { Session } from "@mm-agent/agent";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";

/** Two interrupts within this time end the process at once, in milliseconds. */
const TWICE_MS = 2000;

/**
 * Runs work on a session so that Ctrl-C and a closed stdout cancel the turn. SIGTERM and SIGHUP cancel it too; a second
 * interrupt ends the process without waiting.
 */
export async function interruptible<T>(out: Out, session: Session, work: () => Promise<T>): Promise<T> {
  let last = Number.NEGATIVE_INFINITY;
  const onSignal = (): void => {
    const now = performance.now();
    if (now - last < TWICE_MS) process.exit(EXIT.interrupted);
    last = now;
    void session.cancel();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  out.onClosed(() => void session.cancel());
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

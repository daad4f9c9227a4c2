import type { Family } from "./family.js";
import { killFamiliesNow } from "./kill-family.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const running = new Set<Family>();

/**
 * Kills every command that runs now, at once and without waiting for its promise. Jobs that finished commands left
 * behind are not touched. Called by itself when this process exits or dies by SIGINT, SIGTERM or SIGHUP.
 */
export function killAll(): void {
  killFamiliesNow([...running]);
}

/** Counts a command as running until the returned function is called. */
export function register(family: Family): () => void {
  if (running.size === 0) {
    process.on("exit", killAll);
    for (const name of SIGNALS) process.on(name, onSignal);
  }
  running.add(family);
  return () => {
    if (!running.delete(family) || running.size > 0) return;
    stopListening();
  };
}

function stopListening(): void {
  process.off("exit", killAll);
  for (const name of SIGNALS) process.off(name, onSignal);
}

/** Only the default action is ours to complete: a program with a listener of its own decides for itself. */
function onSignal(name: NodeJS.Signals): void {
  if (process.listenerCount(name) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, name);
}

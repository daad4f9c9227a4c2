import type { TurnEndReason } from "@mm-agent/core";

/** What mm's exit codes mean; `mm --help` and the README print this table. */
export const EXIT = {
  /** Done. */
  ok: 0,
  /** The turn or the tool failed. */
  failed: 1,
  /** Wrong usage, a broken configuration, or no provider. */
  usage: 2,
  /** Stopped by a limit or by the loop detector. */
  stopped: 3,
  /** Interrupted (Ctrl-C). */
  interrupted: 130,
} as const;

const BY_REASON: Record<TurnEndReason, number> = {
  done: EXIT.ok,
  error: EXIT.failed,
  length: EXIT.failed,
  refusal: EXIT.failed,
  watchdog: EXIT.failed,
  max_turns: EXIT.stopped,
  loop: EXIT.stopped,
  runaway: EXIT.stopped,
  cancelled: EXIT.interrupted,
};

/** The exit code of a one-shot turn. */
export function exitCodeOf(reason: TurnEndReason): number {
  return BY_REASON[reason];
}

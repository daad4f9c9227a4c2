import { monotonic } from "@mm-agent/core";
/** Notices that a model has gone silent. */
export interface Watchdog {
  /** Resolves when the silence has lasted too long; never rejects. */
  readonly expired: Promise<void>;
  /** The model said something. */
  life(): void;
  /** The connection said something (keep-alive comments, blank deltas): it buys time, but not for ever. */
  alive(): void;
  stop(): void;
}

/** Signs of a living connection stretch the wait for the model to at most this many times the timeout. */
const STRETCH = 3;

/** A watchdog over `timeoutMs` of silence; 0 or Infinity switches it off. One timer, however many events come. */
export function createWatchdog(timeoutMs: number): Watchdog {
  let spoke = monotonic();
  let heard = spoke;
  let timer: NodeJS.Timeout | undefined;
  let resolveExpired: () => void = () => {};
  const expired = new Promise<void>((resolve) => {
    resolveExpired = resolve;
  });
  const check = (): void => {
    const limit = Math.max(spoke + timeoutMs, Math.min(heard + timeoutMs, spoke + STRETCH * timeoutMs));
    const left = limit - monotonic();
    if (left <= 0) resolveExpired();
    else timer = setTimeout(check, left);
  };
  if (timeoutMs > 0 && Number.isFinite(timeoutMs)) timer = setTimeout(check, timeoutMs);
  return {
    expired,
    life: () => {
      spoke = monotonic();
    },
    alive: () => {
      heard = monotonic();
    },
    stop: () => clearTimeout(timer),
  };
}

/** For the person, when the silence ended the turn. */
export function watchdogText(ms: number): string {
  return `[error: no sign of life from the model for ${Math.round(ms / 100) / 10} s (watchdogTimeout) — turn stopped; ask again, raise watchdogTimeout, or try another model]`;
}

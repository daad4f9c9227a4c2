import type { ReadySignal } from "../presets/types.js";

/** Follows what a server says about its own start and tells when its answers are complete. */
export interface Readiness {
  progress(token: string | number, value: { readonly kind?: string; readonly title?: string }): void;
  log(message: string): void;
  status(params: { readonly quiescent?: boolean }): void;
  /** From here on the server has something to work on; the grace time starts with the first call. */
  touch(): void;
  /** True when the server is ready; false when `timeoutMs` passed first. Rejects when the signal is aborted. */
  wait(timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
}

/** Silence after the last progress before a server without a signal of its own counts as ready. */
const SETTLE_MS = 60;

export function createReadiness(ready: ReadySignal, now: () => number = Date.now): Readiness {
  const active = new Set<string | number>();
  const titles = new Map<string | number, string>();
  const waiters = new Set<() => void>();
  let touchedAt: number | undefined;
  let lastEnd: number | undefined;
  let said = false;

  const wake = (): void => {
    for (const waiter of waiters) waiter();
  };
  const counts = (token: string | number): boolean =>
    ready.kind === "progress"
      ? ready.match.test(String(token)) || ready.match.test(titles.get(token) ?? "")
      : true;

  /** Milliseconds until the answer may change by itself; 0 when ready, Infinity when only the server can change it. */
  const remaining = (): number => {
    if (ready.kind === "none") return 0;
    if (ready.kind === "log" || ready.kind === "status") return said ? 0 : Number.POSITIVE_INFINITY;
    if (active.size > 0) return Number.POSITIVE_INFINITY;
    if (lastEnd !== undefined)
      return ready.kind === "progress" ? 0 : Math.max(0, lastEnd + SETTLE_MS - now());
    return Math.max(0, (touchedAt ?? now()) + ready.graceMs - now());
  };

  return {
    progress(token, value) {
      if (value.kind === "begin") {
        titles.set(token, value.title ?? "");
        if (counts(token)) active.add(token);
      } else if (value.kind === "end") {
        titles.delete(token);
        if (active.delete(token)) lastEnd = now();
      }
      wake();
    },
    log(message) {
      if (ready.kind !== "log" || !ready.pattern.test(message)) return;
      said = true;
      wake();
    },
    status(params) {
      if (ready.kind !== "status" || params.quiescent === undefined) return;
      said = params.quiescent;
      wake();
    },
    touch() {
      touchedAt ??= now();
    },
    async wait(timeoutMs, signal) {
      const end = now() + timeoutMs;
      for (;;) {
        signal?.throwIfAborted();
        const rest = remaining();
        if (rest === 0) return true;
        const left = end - now();
        if (left <= 0) return false;
        await new Promise<void>((done) => {
          const timer = setTimeout(finish, Math.min(rest, left));
          function finish(): void {
            clearTimeout(timer);
            waiters.delete(finish);
            signal?.removeEventListener("abort", finish);
            done();
          }
          waiters.add(finish);
          signal?.addEventListener("abort", finish, { once: true });
        });
      }
    },
  };
}

/** Lets one prompt of a session run at a time and knows what is to be cancelled. */
export interface TurnGate {
  running(): boolean;
  /** Of the running prompt; aborts when it is cancelled. */
  signal(): AbortSignal;
  /**
   * Runs `work` when everything before it has ended; `cancelled` stands for work that was cancelled before it began.
   * An aborted `from` cancels this work only.
   */
  run<T>(from: AbortSignal, work: (signal: AbortSignal) => Promise<T>, cancelled: T): Promise<T>;
  /** Cancels the running work and all that waits. */
  cancel(): void;
  /** Resolves when nothing runs or waits any more. */
  idle(): Promise<void>;
}

export function createTurnGate(): TurnGate {
  const open = new Set<AbortController>();
  const never = new AbortController();
  let current: AbortController | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    running: () => current !== undefined,
    signal: () => (current ?? never).signal,
    async run(from, work, cancelled) {
      const abort = new AbortController();
      const onAbort = (): void => abort.abort();
      if (from.aborted) onAbort();
      from.addEventListener("abort", onAbort, { once: true });
      open.add(abort);
      const result = last.then(async () => {
        if (abort.signal.aborted) return cancelled;
        current = abort;
        try {
          return await work(abort.signal);
        } finally {
          current = undefined;
        }
      });
      last = result.catch(() => {});
      try {
        return await result;
      } finally {
        open.delete(abort);
        from.removeEventListener("abort", onAbort);
      }
    },
    cancel() {
      for (const abort of open) abort.abort();
    },
    async idle() {
      await last;
    },
  };
}
